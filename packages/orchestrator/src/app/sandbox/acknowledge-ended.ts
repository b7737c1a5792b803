/** Forgets ended sandboxes that control has recorded. Unknown ids are no error. */
import type { NodeContext } from '../node/node-context.ts'

type ForgetContext = Pick<NodeContext, 'records' | 'registry'>

export async function acknowledgeEnded(
  node: ForgetContext & Pick<NodeContext, 'queue'>,
  sandboxIds: readonly string[],
): Promise<void> {
  for (const sandboxId of sandboxIds) await node.queue.run(sandboxId, () => forgetEnd(node, sandboxId))
}

/** For callers that hold the sandbox's turn. */
export async function forgetEnd(node: ForgetContext, sandboxId: string): Promise<void> {
  // Without the record of its end, a leftover paused record would be taken for a paused sandbox.
  if (node.registry.view(sandboxId) === undefined) await node.records.removePaused(sandboxId)
  await node.records.removeEnded(sandboxId)
  node.registry.forgetEnded(sandboxId)
}
