/** A client of a node's door, for tests that want all of it. */
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export type NodeClient = Client<typeof Orchestrator>

export function connectNode(socketPath: string): NodeClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
  })
  return createClient(Orchestrator, transport)
}
