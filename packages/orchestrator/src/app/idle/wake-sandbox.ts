/**
 * Lets a sandbox that was frozen because nobody used it go on. A verb that needs somebody inside to answer calls
 * `ensureAwake` first; moving its end, its lists and killing it need nobody.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { NodeContext } from '../node/node-context.ts'

export type WakeContext = Pick<NodeContext, 'cgroups' | 'queue' | 'registry'>

/** Throws `sandbox_not_found` when no such sandbox runs. */
export function wakeSandbox(node: WakeContext, sandboxId: string): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    if (node.registry.find(sandboxId) === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    await ensureAwake(node, sandboxId)
  })
}

/** For whoever holds the sandbox's turn in the queue. Nothing happens when it is not frozen. */
export async function ensureAwake(node: WakeContext, sandboxId: string): Promise<void> {
  const record = node.registry.find(sandboxId)
  if (record === undefined || !node.registry.isFrozen(sandboxId)) return
  await node.cgroups.thaw(record.container.id)
  node.registry.setFrozen(sandboxId, false)
}
