/** Control has recorded these ends; the node may forget them. Unknown ids are no error. */
import type { NodeContext } from '../node/node-context.ts'

export async function acknowledgeEnded(
  node: Pick<NodeContext, 'queue' | 'records' | 'registry'>,
  sandboxIds: readonly string[],
): Promise<void> {
  for (const sandboxId of sandboxIds) {
    await node.queue.run(sandboxId, async () => {
      // Only the end kept what is left of a paused one from being taken for a sandbox.
      if (node.registry.view(sandboxId) === undefined) await node.records.removePaused(sandboxId)
      await node.records.removeEnded(sandboxId)
      node.registry.forgetEnded(sandboxId)
    })
  }
}
