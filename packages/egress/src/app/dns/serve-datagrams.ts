import type { RemoteInfo, Socket } from 'node:dgram'
import { bounds } from '../../bounds.ts'
import type { EgressContext } from '../egress-context.ts'
import { answerDnsQuery } from './answer-dns-query.ts'

/** DNS over UDP. Drops what is not a query, and everything beyond the team's share of the queries in progress. */
export function serveDatagrams(context: EgressContext, socket: Socket): void {
  socket.on('error', (error) =>
    context.log.error({ event: 'listener.failed', err: error }, 'DNS socket failed'),
  )
  socket.on('message', (bytes, from) => {
    const party = context.sandboxes.partyAt(from.address)
    const leave = context.queries.enter(party.team)
    if (leave === undefined) return
    context.turns.run(party, () => {
      context.turns.charge(party, bounds.queryMs)
      void serveOne(context, socket, { bytes, from }).finally(leave)
    })
  })
}

interface Datagram {
  readonly bytes: Buffer
  readonly from: RemoteInfo
}

async function serveOne(context: EgressContext, socket: Socket, { bytes, from }: Datagram): Promise<void> {
  const sandbox = await context.sandboxes.find(from.address)
  if (sandbox === undefined) return
  const answer = await answerDnsQuery(context, sandbox, { bytes, via: 'datagram' })
  if (answer === undefined) return
  const onFailed = (error: unknown) =>
    context.log.debug(
      { event: 'dns.send.failed', sandboxID: sandbox.id, err: error },
      'failed to send a DNS response',
    )
  try {
    socket.send(answer, from.port, from.address, (error) => error !== null && onFailed(error))
  } catch (error) {
    // The gateway has stopped meanwhile, or the query came from port 0.
    onFailed(error)
  }
}
