/**
 * Brings volumes of a shared directory to the node that is recorded for them: the nodes that had them release them first. What
 * is recorded was decided in a transaction, so several control processes that do it at once do the same.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { homeOf } from '@cay/core/volume/place-volume.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { VolumeNode, VolumeRecord } from '../../ports/volume.ts'
import type { Deps } from '../deps.ts'

export type AttachDeps = Pick<Deps, 'store' | 'nodeRegistry' | 'placement'>

/** For a sandbox that was placed on a node. Throws node_unavailable, volume_in_use, not_found. */
export async function attachSandboxVolumes(
  deps: AttachDeps,
  { teamId, volumeMounts = [] }: Pick<SandboxRecord, 'teamId' | 'volumeMounts'>,
): Promise<void> {
  if (!deps.nodeRegistry.isCluster || volumeMounts.length === 0) return
  const ids = new Set(volumeMounts.map(({ volumeId }) => volumeId))
  const volumes = (await deps.store.listVolumes(teamId)).filter(({ volumeId }) => ids.has(volumeId))
  for (const volume of volumes) await attach(deps, volume)
}

/**
 * The node on which a volume can be used, by no sandbox: the one that has it, or any that shares its directory. Throws
 * node_unavailable, no_capacity, forbidden where there are no volumes.
 */
export async function nodeForVolume(deps: AttachDeps, volume: VolumeRecord): Promise<VolumeNode> {
  const { store, nodeRegistry, placement } = deps
  if (!nodeRegistry.isCluster) return volumesOf(deps, homeOf(volume))
  const directoryId = volume.directoryId ?? undefined
  const nodeId =
    directoryId === undefined ? homeOf(volume) : (volume.nodeId ?? placement.anyNode(undefined, directoryId))
  const node = volumesOf(deps, nodeId)
  const shared = nodeRegistry.volumesDirectoryOf(nodeId)
  const isSettled = volume.directoryId !== null && volume.nodeId !== null && volume.formerNodeIds === null
  if (isSettled || (directoryId === undefined && shared === undefined)) return node
  const { teamId, volumeId } = volume
  await store.claimVolumes(nodeId, {
    teamId,
    volumeIds: [volumeId],
    sandboxId: undefined,
    directoryId: shared,
  })
  // Another request may have been first, with another node.
  const claimed = await store.findVolume(teamId, volumeId)
  if (claimed === undefined) return node
  await attach(deps, claimed)
  return volumesOf(deps, homeOf(claimed))
}

/** The volumes of a node. Throws node_unavailable, forbidden where there are none. */
export function volumesOf({ nodeRegistry }: Pick<Deps, 'nodeRegistry'>, nodeId: string): VolumeNode {
  try {
    nodeRegistry.assertAlive(nodeId)
  } catch (cause) {
    if (!isServiceError(cause, 'node_unavailable')) throw cause
    const message = 'the node of the volume does not respond: try again later'
    throw new ServiceError('node_unavailable', message, { cause })
  }
  const { volumes } = nodeRegistry.clientsOf(nodeId)
  if (volumes === undefined) throw new ServiceError('forbidden', 'this installation has no volumes')
  return volumes
}

async function attach(deps: AttachDeps, volume: VolumeRecord): Promise<void> {
  const { volumeId, nodeId, attachEpoch, formerNodeIds } = volume
  if (formerNodeIds === null || nodeId === null) return
  await detachFormer(deps, volume)
  await volumesOf(deps, nodeId).attachVolume(volumeId, attachEpoch)
  await deps.store.confirmAttached(volumeId, attachEpoch)
}

/** Of a node that was removed from the cluster nothing is left that could have it. Throws node_unavailable, volume_in_use. */
export async function detachFormer(deps: Pick<Deps, 'nodeRegistry'>, volume: VolumeRecord): Promise<void> {
  const known = new Set(deps.nodeRegistry.ids())
  for (const formerId of volume.formerNodeIds ?? [])
    if (known.has(formerId)) await volumesOf(deps, formerId).detachVolume(volume.volumeId, volume.attachEpoch)
}
