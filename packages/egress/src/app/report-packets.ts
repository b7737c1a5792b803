import { decidePacket } from '@cay/core/egress/decide.ts'
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import { type Gate, reportDenied } from './gate.ts'

export interface CountedPackets {
  readonly protocol: DeniedProtocol
  readonly address: string
  readonly port: number
  readonly count: number
}

/** The node's packet rules have refused them; which rule it was follows from the policy, as for connections. */
export function reportPackets(gate: Gate, sandboxId: string, packets: readonly CountedPackets[]): void {
  const sandbox = gate.sandboxes.get(sandboxId)
  if (sandbox === undefined) return
  for (const { count, ...place } of packets) {
    const decision = decidePacket(sandbox.policy, place.address)
    const closed = decision.kind === 'refused' ? decision.rule : undefined
    const own = gate.outside.isOwnAddress(place.address) ? 'address of the node' : undefined
    // It may have changed since they were sent.
    const rule = closed ?? own ?? 'policy of that moment'
    reportDenied(gate, sandbox, { ...place, name: '', rule }, count)
  }
}
