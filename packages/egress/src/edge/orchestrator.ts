/** The node over its local socket. Every call opens its own connection: the node may have been restarted since the last. */
import { Agent } from 'node:http'
import {
  Orchestrator,
  type Sandbox,
  SandboxPhase,
  type WatchSandboxesResponse,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { bounds } from '../bounds.ts'
import type { Node, NodeEvent, SandboxNews } from '../ports.ts'

export function connectToNode(socketPath: string): Node {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    readMaxBytes: bounds.nodeMessageBytesMax,
    acceptCompression: [],
  })
  const client = createClient(Orchestrator, transport)
  return {
    async gateAddress(signal) {
      const { egressAddress, egressPort } = await client.getNode(
        {},
        { signal, timeoutMs: bounds.nodeCallMsMax },
      )
      return { address: egressAddress, port: egressPort }
    },
    watch: (signal) => watch((each) => client.watchSandboxes({}, { signal: each }), signal),
  }
}

type OpenStream = (signal: AbortSignal) => AsyncIterable<WatchSandboxesResponse>

async function* watch(open: OpenStream, signal: AbortSignal): AsyncIterable<NodeEvent> {
  const silence = new AbortController()
  const fallSilent = () => silence.abort(new Error(`no word from the node for ${bounds.nodeSilenceMsMax} ms`))
  let watchdog = setTimeout(fallSilent, bounds.nodeSilenceMsMax)
  try {
    for await (const message of open(AbortSignal.any([signal, silence.signal]))) {
      clearTimeout(watchdog)
      watchdog = setTimeout(fallSilent, bounds.nodeSilenceMsMax)
      const event = toEvent(message)
      if (event !== undefined) yield event
    }
  } finally {
    clearTimeout(watchdog)
  }
}

function toEvent({ event }: WatchSandboxesResponse): NodeEvent | undefined {
  if (event.case === 'snapshot') return { kind: 'snapshot', sandboxes: event.value.sandboxes.map(toNews) }
  if (event.case === 'changed') return { kind: 'changed', sandbox: toNews(event.value) }
  return undefined
}

function toNews(sandbox: Sandbox): SandboxNews {
  const isReachable = sandbox.phase === SandboxPhase.RUNNING && sandbox.address !== ''
  return {
    sandboxId: sandbox.sandboxId,
    generation: sandbox.generation,
    address: isReachable ? sandbox.address : undefined,
    allowOut: sandbox.egress?.allowOut ?? [],
    denyOut: sandbox.egress?.denyOut ?? [],
  }
}
