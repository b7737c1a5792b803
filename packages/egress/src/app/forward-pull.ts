/**
 * One connection of an image pull. What is refused and what cannot be reached look the same to it, a reset: what it meets
 * is told to whoever asked for the pull, who is not to learn what is there.
 */
import type { Socket } from 'node:net'
import { isExempt } from '@cay/core/egress/exempt-destination.ts'
import { bounds } from '../bounds.ts'
import type { Flow } from './connection.ts'
import { countAllowed, type EgressContext, reportDenied } from './egress-context.ts'
import { decide } from './forward-connection.ts'
import { relay } from './relay.ts'
import type { Sandbox } from './sandbox.ts'

/** Throws when the destination cannot be reached. */
export async function forwardPull(
  context: EgressContext,
  sandbox: Sandbox,
  { connection, destination }: Flow,
): Promise<void> {
  const signal = AbortSignal.any([connection.signal, AbortSignal.timeout(bounds.dialMsMax)])
  const dialling = dialFor(context, sandbox, { connection, destination }, signal)
  if (dialling === undefined) return
  countAllowed('tcp')
  const remote = await dialling
  connection.join({ socket: remote, address: destination.address })
  await relay(connection, { guest: connection.guest, remote }, { first: Buffer.alloc(0), inspector: undefined })
}

/** Undefined when it is refused. */
function dialFor(
  context: EgressContext,
  sandbox: Sandbox,
  { destination }: Flow,
  signal: AbortSignal,
): Promise<Socket> | undefined {
  // The operator named it: neither closed ranges nor lists say anything of it.
  if (isExempt(sandbox.exempt, destination)) return context.network.dialExempt(destination, signal)
  const decision = decide(context, sandbox, destination, undefined)
  if (decision.kind === 'dial') return context.network.dial(destination, signal)
  reportDenied(context, sandbox, { protocol: 'tcp', ...destination, name: '', rule: decision.rule })
  return undefined
}
