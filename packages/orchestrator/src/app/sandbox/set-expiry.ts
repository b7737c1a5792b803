/** Moves the timeout of a sandbox, also while it is being captured. Throws `sandbox_not_found`. */
import { ServiceError } from '@cay/core/errors.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { SandboxView } from './sandbox-registry.ts'

export type SetExpiryContext = Pick<NodeContext, 'captureQueue' | 'queue' | 'records' | 'registry'>

export function setExpiry(node: SetExpiryContext, sandboxId: string, endAtMs: number): Promise<SandboxView> {
  const move = () => moveEnd(node, sandboxId, endAtMs)
  return node.captureQueue.alongside(sandboxId, move) ?? node.queue.run(sandboxId, move)
}

async function moveEnd(node: SetExpiryContext, sandboxId: string, endAtMs: number): Promise<SandboxView> {
  const record = node.registry.find(sandboxId)
  if (record === undefined)
    throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
  const moved = { ...record, claim: { ...record.claim, endAtMs } }
  await node.records.write(moved)
  return node.registry.change(moved)
}
