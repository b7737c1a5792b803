/** A client of the orchestrator, for tests that want all of its calls. */
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export type OrchestratorClient = Client<typeof Orchestrator>

export function connectOrchestrator(socketPath: string): OrchestratorClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
  })
  return createClient(Orchestrator, transport)
}
