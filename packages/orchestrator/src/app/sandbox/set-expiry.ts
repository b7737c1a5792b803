/** Moves the timeout of a sandbox, also while it is being captured. Throws `sandbox_not_found`, `stale_epoch`. */
import { ServiceError } from '@cay/core/errors.ts'
import type { NodeContext } from '../node/node-context.ts'
import { acceptEpoch, type CommandContext, runCommand } from './run-command.ts'
import type { SandboxView } from './sandbox-registry.ts'

export type SetExpiryContext = CommandContext & Pick<NodeContext, 'captureQueue'>

export function setExpiry(
  node: SetExpiryContext,
  sandboxId: string,
  endAtMs: number,
  epoch?: number,
): Promise<SandboxView> {
  const move = () => moveEnd(node, sandboxId, endAtMs)
  const command = { sandboxId, epoch }
  const alongside = node.captureQueue.alongside(sandboxId, async () => {
    await acceptEpoch(node, command)
    return await move()
  })
  return alongside ?? runCommand(node, command, move)
}

async function moveEnd(node: SetExpiryContext, sandboxId: string, endAtMs: number): Promise<SandboxView> {
  const record = node.registry.find(sandboxId)
  if (record === undefined)
    throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
  const moved = { ...record, claim: { ...record.claim, endAtMs } }
  await node.records.write(moved)
  return node.registry.change(moved)
}
