/** A client of the logs and metrics of a node, for tests. */
import { Observe } from '@cay/contract/gen/observe/observe_pb.js'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export function connectObserve(socketPath: string) {
  return createClient(
    Observe,
    createConnectTransport({
      httpVersion: '1.1',
      baseUrl: 'http://orchestrator',
      nodeOptions: { socketPath },
    }),
  )
}
