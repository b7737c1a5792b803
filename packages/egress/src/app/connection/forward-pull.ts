/**
 * One connection of an image pull. What is refused and what cannot be reached look the same to it, a reset: what it meets
 * is reported to the caller of the pull, who must not learn what is there.
 */
import type { Socket } from 'node:net'
import { isExempt } from '@cay/core/egress/exempt-destination.ts'
import { bounds } from '../../bounds.ts'
import { countAllowed } from '../egress-context.ts'
import { deadlineOf, decideFlow, denyFlow, type Flow, pacersOf } from './flow.ts'
import { relay } from './relay.ts'

/** Throws when the destination cannot be reached. */
export async function forwardPull(flow: Flow): Promise<void> {
  const { connection, destination } = flow
  const dialling = dialFor(flow)
  if (dialling === undefined) return
  countAllowed('tcp')
  const remote = await dialling
  connection.join({ socket: remote, address: destination.address })
  await relay(
    connection,
    { guest: connection.guest, remote },
    { first: Buffer.alloc(0), inspector: undefined, pacers: pacersOf(flow) },
  )
}

/** Undefined when it is refused. */
function dialFor(flow: Flow): Promise<Socket> | undefined {
  const { context, sandbox, destination } = flow
  const signal = deadlineOf(flow, bounds.dialMsMax)
  // The operator named it: neither closed ranges nor lists say anything of it.
  if (isExempt(sandbox.exempt, destination)) return context.network.dialExempt(destination, signal)
  const decision = decideFlow(flow)
  if (decision.kind === 'dial') return context.network.dial(destination, signal)
  denyFlow(flow, '', decision.rule)
  return undefined
}
