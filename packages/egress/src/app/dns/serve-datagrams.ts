import type { RemoteInfo, Socket } from 'node:dgram'
import { bounds } from '../../bounds.ts'
import type { EgressContext } from '../egress-context.ts'
import { answerDnsQuery } from './answer-dns-query.ts'

/** DNS over UDP. Drops what is not a query, and everything beyond the limit of queries in progress. */
export function serveDatagrams(context: EgressContext, socket: Socket): void {
  let underWay = 0
  socket.on('error', (error) =>
    context.log.error({ event: 'listener.failed', err: error }, 'DNS socket failed'),
  )
  socket.on('message', (bytes, from) => {
    if (underWay >= bounds.queriesInFlightMax) return
    underWay += 1
    void serveOne(context, socket, { bytes, from }).finally(() => {
      underWay -= 1
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
