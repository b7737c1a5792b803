/**
 * Replaces the egress policy of a sandbox: new connections follow it when this resolves. Open connections stay, unless those
 * that the policy denies are to be closed; then they are closed when this resolves. A failure restores the policy before,
 * everywhere and in the record; connections that were closed by then stay closed. Throws `sandbox_not_found`, `stale_epoch`.
 */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { NodeContext } from '../node/node-context.ts'
import { type CommandContext, runCommand } from './run-command.ts'
import type { LiveRecord, LiveView, SandboxView } from './sandbox-registry.ts'

export type EgressPolicyContext = CommandContext & Pick<NodeContext, 'egressClient' | 'log' | 'packetRules'>

export interface EgressPolicyOptions {
  readonly closesExisting?: boolean
  readonly epoch?: number
}

export function setEgressPolicy(
  node: EgressPolicyContext,
  sandboxId: string,
  egress: EgressLists,
  { closesExisting = false, epoch }: EgressPolicyOptions = {},
): Promise<SandboxView> {
  return runCommand(node, { sandboxId, epoch }, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    const undo = new UndoStack()
    try {
      const view = await putInForce(node, record, { egress, undo })
      if (closesExisting) await closeDisallowed(node, view)
      return view
    } catch (error) {
      for (const failure of await undo.unwind())
        node.log.error(
          { event: 'undo.failed', sandboxID: sandboxId, step: failure.name, err: failure.error },
          'failed to undo a step',
        )
      throw error
    }
  })
}

async function putInForce(
  node: EgressPolicyContext,
  before: LiveRecord,
  { egress, undo }: { egress: EgressLists; undo: UndoStack },
): Promise<LiveView> {
  const { claim, container } = before
  const { address } = container.slot
  const changed = { ...before, claim: { ...claim, egress } }
  // Recorded first, so that a policy that was acknowledged survives a crash.
  undo.push('record', () => node.records.write(before))
  await node.records.write(changed)
  undo.push('registry', () => node.registry.put(before))
  const view = node.registry.put(changed)
  undo.push('packet rules', () => node.packetRules.set(address, claim.egress))
  await Promise.all([node.packetRules.set(address, egress), untilGatewayFollows(node, view)])
  return view
}

/** An egress gateway that is down lets nothing out; when it is back, it applies the current policy. */
async function untilGatewayFollows(
  node: EgressPolicyContext,
  { generation, record }: LiveView,
): Promise<void> {
  const { sandboxId } = record.claim
  if (await node.egressClient.awaitGeneration(sandboxId, generation)) return
  node.log.warn(
    { event: 'egress.policy.deferred', sandboxID: sandboxId },
    'the egress gateway is unavailable; it applies the policy when it is back',
  )
}

/** Called after the change: connections that are opened during it may have been decided by the policy before. */
async function closeDisallowed(
  node: EgressPolicyContext,
  { record: { claim, container } }: LiveView,
): Promise<void> {
  await Promise.all([
    node.egressClient.closeDisallowed(claim.sandboxId),
    node.packetRules.closeDisallowed(container.slot.address, claim.egress),
  ])
}
