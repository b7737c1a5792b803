/** Control's records of artifacts, over its socket for nodes. */
import { Artifacts } from '@cay/contract/gen/artifact/artifact_pb.js'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export type ArtifactRecords = Client<typeof Artifacts>

/** Milliseconds for a call. Control answers from its database alone. */
const callMsMax = 10_000
/** Milliseconds to wait for a control that restarts. */
const patienceMs = 5_000

export function connectArtifactRecords(socketPath: string): ArtifactRecords {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://control',
    nodeOptions: { socketPath },
    // Compression gains nothing between two processes of one machine.
    acceptCompression: [],
    defaultTimeoutMs: callMsMax,
    interceptors: [traceCallsOut, waitForPeer(patienceMs)],
  })
  return createClient(Artifacts, transport)
}
