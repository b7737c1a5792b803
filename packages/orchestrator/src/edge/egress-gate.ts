/** The egress service over its local socket. */
import { Egress } from '@cay/contract/gen/egress/egress_pb.js'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { Gate } from '../ports.ts'

const callMsMax = 2_000

export function connectGate(socketPath: string): Gate {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://egress',
    nodeOptions: { socketPath },
  })
  const client = createClient(Egress, transport)
  return {
    async cut(sandboxId, refuseMs) {
      await client.resetConnections({ sandboxId, refuseMs }, { timeoutMs: callMsMax })
    },
    async heardOf(sandboxId, generation) {
      await client.awaitSandbox({ sandboxId, generation }, { timeoutMs: callMsMax })
    },
  }
}
