/** Takes shared volumes from this node: from what still has them without running, and then from the machine. */
import { ServiceError } from '@cay/core/errors.ts'
import type { SharedVolumes } from '../../ports/volume.ts'
import type { RemovalContext } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { discardContainer } from '../pause/evict-frozen-copies.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export interface DetachContext extends RemovalContext, Pick<NodeContext, 'frozenCopies' | 'registry'> {
  readonly sharedVolumes: SharedVolumes
  /** Ends the process that serves the content of the volume. */
  stopServing(volumeId: string): Promise<void>
}

/** Throws ServiceError `volume_in_use` while a sandbox runs with it, `node_unavailable`. */
export async function detachVolume(node: DetachContext, volumeId: string, epoch?: number): Promise<void> {
  const user = node.registry.liveRecords().find((record) => has(record, volumeId))
  if (user !== undefined)
    throw new ServiceError('volume_in_use', `the volume is in use by sandbox '${user.claim.sandboxId}'`)
  for (const copy of node.frozenCopies.records()) {
    if (!has(copy, volumeId)) continue
    node.frozenCopies.take(copy.claim.sandboxId)
    await discardContainer(node, copy)
  }
  await node.stopServing(volumeId)
  await node.sharedVolumes.detach(volumeId, epoch)
}

/** For a node that must not have any: all that no running sandbox has. Never rejects: whoever calls it looks again. */
export async function releaseVolumes(node: DetachContext): Promise<void> {
  try {
    for (const volumeId of await node.sharedVolumes.attached()) await release(node, volumeId)
  } catch (error) {
    node.log.error(
      { event: 'volume.release.failed', err: error },
      'failed to list the volumes of the node; retried',
    )
  }
}

async function release(node: DetachContext, volumeID: string): Promise<void> {
  if (node.registry.liveRecords().some((record) => has(record, volumeID))) return
  try {
    await detachVolume(node, volumeID)
    node.log.info(
      { event: 'volume.released', volumeID },
      'released a volume, because the node has lost its lease',
    )
  } catch (error) {
    node.log.error(
      { event: 'volume.release.failed', volumeID, err: error },
      'failed to release a volume; retried',
    )
  }
}

function has({ claim }: LiveRecord, volumeId: string): boolean {
  return claim.volumeMounts?.some((mount) => mount.volumeId === volumeId) === true
}
