/** The orchestrator of this machine over its local socket. */
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { NodeFacts } from '../../ports/node-facts.ts'

const callMsMax = 5000

/** Undefined when it does not answer, or not to this user. */
export async function describeNode(socketPath: string): Promise<NodeFacts | undefined> {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
  })
  try {
    const { runtimeVersion, running, pooled } = await createClient(Orchestrator, transport).getNode(
      {},
      { timeoutMs: callMsMax },
    )
    return { runtimeVersion, running, pooled }
  } catch {
    // Whoever asks for the status shows that nothing is known.
    return undefined
  }
}
