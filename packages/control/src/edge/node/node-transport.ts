import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import type { Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

/** Milliseconds for a node that is started anew: the supervisor has it back in one or two seconds. */
const nodePatienceMs = 5_000

/** The way to the node, whatever it is called for. `patienceMs`: for which a call waits for a node that nobody can reach. */
export function createNodeTransport(socketPath: string, patienceMs = nodePatienceMs): Transport {
  return createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
    // Nothing is gained between two processes of one machine.
    acceptCompression: [],
    interceptors: [traceCallsOut, waitForPeer(patienceMs)],
  })
}
