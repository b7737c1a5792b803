/**
 * The life of one connection out of a sandbox:
 *
 *   accepted ──known sandbox──► decided ──allowed──► dialled ──► relayed ──► over
 *      │ untracked                 │ denied             │ fails              ▲
 *      └───────────────────────────┴────────────────────┴── reset ───────────┘
 *
 * It was accepted before its destination was known, so a denial is a reset: the nearest to a refused connection that is
 * still possible.
 */

import type { Socket } from 'node:net'
import { isPullId } from '@cay/core/ids.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { traced } from '@cay/kit/tracing.ts'
import type { Destination } from '../../ports/network.ts'
import { serveDnsStream } from '../dns/serve-dns-stream.ts'
import { type EgressContext, reportDenied } from '../egress-context.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Connection } from './connection.ts'
import type { Flow } from './flow.ts'
import { forwardConnection } from './forward-connection.ts'
import { forwardPull } from './forward-pull.ts'

/** Never throws. Returns when the connection is over. */
export async function serveConnection(context: EgressContext, guest: Socket): Promise<void> {
  // An error is followed by a close.
  guest.on('error', () => undefined)
  const source = guest.remoteAddress ?? ''
  const destination = context.network.originalDestination(guest)
  const sandbox = destination === undefined ? undefined : await context.sandboxes.find(source)
  if (destination === undefined || sandbox === undefined) {
    context.log.debug(
      { event: 'connection.untracked', source, ...destination },
      'reset a connection from the address of no running sandbox',
    )
    resetConnection(guest)
    return
  }
  const connection = admit(context, sandbox, { guest, destination })
  if (connection === undefined) return
  const flow = { context, sandbox, connection, destination }
  const { address, port } = destination
  const span = {
    kind: 'server',
    attributes: { 'cay.sandbox_id': sandbox.id, 'network.peer.address': address, 'network.peer.port': port },
    // It begins a trace.
    headers: {},
  } as const
  try {
    await traced('connection out of a sandbox', span, () => serve(flow))
  } catch (error) {
    context.log.debug(
      { event: 'connection.failed', sandboxID: sandbox.id, ...destination, err: error },
      'connection failed',
    )
  } finally {
    connection.reset()
    sandbox.release(connection)
  }
}

const dnsPort = 53

async function serve(flow: Flow): Promise<void> {
  if (flow.destination.port === dnsPort) await serveDnsStream(flow)
  else if (isPullId(flow.sandbox.id)) await forwardPull(flow)
  else await forwardConnection(flow)
}

interface Arrival {
  readonly guest: Socket
  readonly destination: Destination
}

function admit(
  context: EgressContext,
  sandbox: Sandbox,
  { guest, destination }: Arrival,
): Connection | undefined {
  if (guest.destroyed || sandbox.isRefusing(context.clock.nowMs())) {
    resetConnection(guest)
    return undefined
  }
  const connection = sandbox.admit(guest)
  if (connection === undefined) {
    reportDenied(context, sandbox, {
      protocol: 'tcp',
      ...destination,
      name: '',
      rule: 'connection limit of the sandbox',
    })
    resetConnection(guest)
  }
  return connection
}
