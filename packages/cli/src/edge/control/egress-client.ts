/** The egress gateway of this machine over its local socket: the denials of one sandbox. */
import { Egress } from '@cay/contract/gen/egress/egress_pb.js'
import { protocolOf } from '@cay/kit/denied-protocols.ts'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { CountedFlow } from '../../dialect/sandbox/egress-table.ts'

const callMsMax = 5000

/** Oldest first. Undefined when the sandbox does not run. */
export async function listDenials(
  socketPath: string,
  sandboxId: string,
): Promise<readonly CountedFlow[] | undefined> {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://egress',
    nodeOptions: { socketPath },
  })
  const client = createClient(Egress, transport)
  const options = { timeoutMs: callMsMax }
  const { sandboxes } = await client.listTraffic({}, options).catch((cause: unknown) => {
    throw new Error(
      'cannot connect to the egress gateway of this installation: is it running? `cay up` starts it',
      {
        cause,
      },
    )
  })
  if (!sandboxes.some((traffic) => traffic.sandboxId === sandboxId)) return undefined
  const { denials } = await client.listDenials({ sandboxId }, options)
  return denials.map(({ protocol, address, port, name, rule, count, firstAtMs, lastAtMs }) => ({
    protocol: protocolOf(protocol),
    address,
    port,
    name,
    rule,
    count: Number(count),
    firstAtMs: Number(firstAtMs),
    lastAtMs: Number(lastAtMs),
  }))
}
