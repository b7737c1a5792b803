import { Egress } from '@cay/contract/gen/egress/egress_pb.js'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export type EgressClient = Client<typeof Egress>

/** Calls the gateway as another service of the node would. */
export function connectToEgress(socketPath: string): EgressClient {
  return createClient(
    Egress,
    createConnectTransport({ httpVersion: '1.1', baseUrl: 'http://egress', nodeOptions: { socketPath } }),
  )
}
