/**
 * One connection out of a sandbox, and what every step of its way works with. Made once, when the connection is admitted
 * (serve-connection.ts):
 *
 *   flow ──► first bytes ──► decision ──► upstream ──► relay
 *                               └────── headers ──► intercept
 */
import { decideTcp, type TcpDecision } from '@cay/core/egress/decide.ts'
import type { Destination } from '../../ports/network.ts'
import { type EgressContext, reportDenied } from '../egress-context.ts'
import type { Pacer } from '../fairness/turns.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Connection } from './connection.ts'

export interface Flow {
  readonly context: EgressContext
  readonly sandbox: Sandbox
  readonly connection: Connection
  /** Where the sandbox was going. */
  readonly destination: Destination
}

/** By the policy in force now. */
export function decideFlow(
  { context, sandbox, destination }: Flow,
  {
    name,
    address = destination.address,
  }: { readonly name?: string | undefined; readonly address?: string } = {},
): TcpDecision {
  if (context.network.isOwnAddress(address)) return { kind: 'refused', rule: 'address of the node' }
  return decideTcp(sandbox.policy, { address, port: destination.port, name })
}

/** `name`: what the first bytes gave, empty when there is none. */
export function denyFlow({ context, sandbox, destination }: Flow, name: string, rule: string): void {
  reportDenied(context, sandbox, { protocol: 'tcp', ...destination, name, rule })
}

/** For the two directions of the connection. */
export function pacersOf({ context, sandbox }: Flow): { readonly up: Pacer; readonly down: Pacer } {
  return { up: context.turns.pace(sandbox.party), down: context.turns.pace(sandbox.party) }
}

/** Aborted when the connection is, or after so long. */
export function deadlineOf({ connection }: Flow, msMax: number): AbortSignal {
  return AbortSignal.any([connection.signal, AbortSignal.timeout(msMax)])
}
