/** Exports the changed files of a sandbox into a snapshot. */
import { reachesNobody } from '@cay/core/egress/lists.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { exportBytesMax } from '@cay/core/sandbox/export-bounds.ts'
import type { StoppedProcesses } from '../../ports/guest.ts'
import type { Snapshot } from '../../ports/snapshot.ts'
import { type MakeContainerContext, makeContainer } from '../container/make-container.ts'
import { diskRoomBytes } from '../node/disk-room.ts'
import type { NodeContext } from '../node/node-context.ts'
import { discardContainer } from '../pause/evict-frozen-copies.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { endedMeanwhile, isAlive } from './save-memory.ts'

export type SaveFilesContext = Pick<
  NodeContext,
  'bounds' | 'daemon' | 'host' | 'log' | 'runtime' | 'snapshots'
>
export type ExtractFilesContext = MakeContainerContext & SaveFilesContext

/**
 * Its processes are stopped when this resolves. Throws `disk_full`, `conflict` when they could not be stopped, or
 * `sandbox_not_found` when the sandbox has died meanwhile.
 */
export async function saveFiles(
  node: SaveFilesContext,
  record: LiveRecord,
  { snapshotId, signal }: { readonly snapshotId: string; readonly signal: AbortSignal },
): Promise<StoppedProcesses> {
  const { container, controlToken, claim } = record
  const { files } = await node.snapshots.begin(snapshotId)
  try {
    return await node.daemon.exportChanges({
      ...exportOf(node, container),
      controlToken,
      file: files,
      signal,
    })
  } catch (cause) {
    if (isServiceError(cause)) throw cause
    if (!isAlive(node, record)) throw endedMeanwhile(claim.sandboxId, cause)
    node.log.warn(
      { event: 'sandbox.pause.failed', sandboxID: claim.sandboxId, err: cause },
      'failed to save the files of a sandbox; it keeps running',
    )
    const why = 'the files could not be exported; it keeps running, so retry'
    throw new ServiceError('conflict', `sandbox "${claim.sandboxId}": ${why}`, { cause })
  }
}

/**
 * Extracts the files of a snapshot of memory, as the archive that a files-only pause would have written. Only the sandbox
 * itself can export them, so it is restored for a moment, without a network.
 */
export async function extractFiles(
  node: ExtractFilesContext,
  snapshot: Snapshot,
  { draftId, signal }: { readonly draftId: string; readonly signal: AbortSignal },
): Promise<string> {
  const { files } = await node.snapshots.begin(draftId)
  const record = await makeContainer(node, { ...snapshot, egress: reachesNobody, signal })
  try {
    const { controlToken } = snapshot
    const options = { ...exportOf(node, record.container), controlToken, file: files, signal }
    await node.daemon.exportChanges(options)
    return files
  } finally {
    // The connection that kept its processes stopped ends with the container.
    await discardContainer(node, record)
  }
}

function exportOf(
  node: Pick<SaveFilesContext, 'bounds' | 'host'>,
  { rootfs, slot, resources }: LiveRecord['container'],
) {
  return {
    ...{ address: slot.address, rootfs },
    bytesMax: exportBytesMax(resources.diskSizeMb),
    roomBytes: () => diskRoomBytes(node),
  }
}
