import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import type { Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

/** Time in milliseconds to wait for a node that restarts: the supervisor restarts it within one or two seconds. */
const nodePatienceMs = 5_000

/** A second kill finds no sandbox, which is what the first one was for. */
export const repeatableCalls = [Orchestrator.method.killSandbox]

/** The transport of all clients of the node. `patienceMs`: how long a call waits while the node is unreachable. */
export function createNodeTransport(socketPath: string, patienceMs = nodePatienceMs): Transport {
  return createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
    // Compression gains nothing between two processes of one machine.
    acceptCompression: [],
    interceptors: [traceCallsOut, waitForPeer(patienceMs, repeatableCalls)],
  })
}
