/**
 * Gives up snapshots that nothing names any more. Nobody waits for it: what is left by a failure is collected later. A
 * snapshot goes only after it is certain, over a power cut too, that no paused sandbox names it.
 */
import type { Node } from './node.ts'

export function dropSnapshot(node: Node, snapshotId: string): void {
  const removal = node.removals.run(snapshotId, async () => {
    await node.records.settlePaused()
    await node.snapshots.remove(snapshotId)
  })
  removal.catch((error: unknown) =>
    node.log.warn(
      { snapshotID: snapshotId, err: error },
      'a snapshot was not removed; it is collected later',
    ),
  )
}

/** Removes every snapshot of a sandbox that no paused sandbox names. Call it while no sandbox is being paused. */
export async function collectSnapshots(node: Node): Promise<number> {
  const { paused, unreadable } = await node.records.listPaused()
  // What cannot be read may name any of them.
  if (unreadable.length > 0) {
    node.log.error({ unreadable }, 'records of paused sandboxes are damaged: no snapshot is removed')
    return 0
  }
  const named = new Set(paused.map((one) => one.snapshotId))
  const all = await node.snapshots.list()
  const unnamed = all.filter(({ owner, snapshotId }) => owner === 'sandbox' && !named.has(snapshotId))
  if (unnamed.length > 0) await node.records.settlePaused()
  for (const { snapshotId } of unnamed) await node.snapshots.remove(snapshotId)
  return unnamed.length
}
