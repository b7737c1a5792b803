/** Forgets ended sandboxes that control has recorded. Unknown ids are no error. */
import type { NodeContext } from '../node/node-context.ts'

export async function acknowledgeEnded(
  node: Pick<NodeContext, 'queue' | 'records' | 'registry'>,
  sandboxIds: readonly string[],
): Promise<void> {
  for (const sandboxId of sandboxIds) {
    await node.queue.run(sandboxId, async () => {
      // Without the record of its end, a leftover paused record would be taken for a paused sandbox.
      if (node.registry.view(sandboxId) === undefined) await node.records.removePaused(sandboxId)
      await node.records.removeEnded(sandboxId)
      node.registry.forgetEnded(sandboxId)
    })
  }
}
