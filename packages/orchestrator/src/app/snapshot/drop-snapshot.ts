/**
 * Removes snapshots that nothing references any more, in the background: a removal that fails is retried. A snapshot is
 * removed only after it is certain, also after a power failure, that no paused sandbox references it.
 */
import type { NodeContext } from '../node/node-context.ts'

export type DropSnapshotContext = Pick<
  NodeContext,
  'log' | 'pendingSnapshotRemovals' | 'records' | 'removals' | 'snapshots'
>

/** In the background. */
export function dropSnapshot(node: DropSnapshotContext, snapshotId: string): void {
  void node.removals.run(snapshotId, () => removeSnapshot(node, snapshotId))
}

/** Never throws: what fails again stays pending. */
export async function retryDrops(node: DropSnapshotContext): Promise<void> {
  for (const snapshotId of node.pendingSnapshotRemovals) await removeSnapshot(node, snapshotId)
}

/** Never throws: what fails is retried. */
export async function removeSnapshot(node: DropSnapshotContext, snapshotId: string): Promise<void> {
  try {
    await node.records.settlePaused()
    await node.snapshots.remove(snapshotId)
    node.pendingSnapshotRemovals.delete(snapshotId)
  } catch (error) {
    node.pendingSnapshotRemovals.add(snapshotId)
    node.log.warn(
      { event: 'snapshot.remove.failed', snapshotID: snapshotId, err: error },
      'failed to remove a snapshot; retried',
    )
  }
}

/** At a start: removes the snapshots of sandboxes that no paused sandbox references. Resolves with their number. */
export async function dropUnreferencedSnapshots(node: DropSnapshotContext): Promise<number> {
  const { paused, unreadable } = await node.records.listPaused()
  // An unreadable record may reference any of them.
  if (unreadable.length > 0) {
    node.log.error(
      { event: 'snapshot.records.damaged', unreadable },
      'records of paused sandboxes are damaged; no snapshot is removed',
    )
    return 0
  }
  const named = new Set(paused.map((one) => one.snapshotId))
  const all = await node.snapshots.list()
  const unnamed = all.filter(({ owner, snapshotId }) => owner === 'sandbox' && !named.has(snapshotId))
  for (const { snapshotId } of unnamed) await removeSnapshot(node, snapshotId)
  return unnamed.length
}
