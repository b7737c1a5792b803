/** Calls control over its local socket, before the node acts on its own. */
import { Agent } from 'node:http'
import { Consent as ConsentService } from '@cay/contract/gen/consent/consent_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { Consent } from '../../ports/host.ts'

/** An inbound request waits meanwhile. */
const callMsMax = 2_000

export function connectConsent(socketPath: string): Consent {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://control',
    // Control may have been restarted since the last call.
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    interceptors: [traceCallsOut],
  })
  const client = createClient(ConsentService, transport)
  return {
    async admitResume(sandboxId, generation) {
      try {
        const request = { sandboxId, generation, takesEpoch: true }
        const { epoch } = await client.admitResume(request, { timeoutMs: callMsMax })
        return { epoch: Number(epoch) }
      } catch (error) {
        const { code, rawMessage } = ConnectError.from(error)
        if (code === Code.ResourceExhausted)
          throw new ServiceError('quota_exceeded', rawMessage, { cause: error })
        return 'unanswered'
      }
    },
  }
}
