/**
 * Thaws a sandbox that was frozen because it was idle. A verb that needs the daemon of the sandbox calls `ensureAwake` first;
 * moving the timeout, changing the egress policy and killing do not need it.
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

/** For callers that hold the sandbox's turn in the queue. Does nothing when the sandbox is not frozen. */
export async function ensureAwake(node: WakeContext, sandboxId: string): Promise<void> {
  const record = node.registry.find(sandboxId)
  if (record === undefined || !node.registry.isFrozen(sandboxId)) return
  await node.cgroups.thaw(record.container.id)
  node.registry.setFrozen(sandboxId, false)
}
