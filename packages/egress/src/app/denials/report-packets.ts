import { decidePacket } from '@cay/core/egress/decide.ts'
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import { type EgressContext, reportDenied } from '../egress-context.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

export interface CountedPackets {
  readonly protocol: DeniedProtocol
  readonly address: string
  readonly port: number
  readonly count: number
  /** Denied by the connection limit or the rate limit, whatever the destination. */
  readonly isOverShare: boolean
}

/** Reports packets that nftables dropped; the policy tells which of its rules that was. */
export function reportPackets(
  context: EgressContext,
  sandboxId: string,
  packets: readonly CountedPackets[],
): void {
  const sandbox = context.sandboxes.get(sandboxId)
  if (sandbox === undefined) return
  for (const { count, isOverShare, ...place } of packets) {
    const rule = isOverShare ? overShare : ruleFor(context, sandbox, place.address)
    reportDenied(context, sandbox, { ...place, name: '', rule }, count)
  }
}

const overShare = 'connection limit or rate limit of the sandbox'

function ruleFor(context: EgressContext, sandbox: Sandbox, address: string): string {
  const decision = decidePacket(sandbox.policy, address)
  if (decision.kind === 'refused') return decision.rule
  // The policy may have changed since they were sent.
  return context.network.isOwnAddress(address) ? 'address of the node' : 'an earlier policy'
}
