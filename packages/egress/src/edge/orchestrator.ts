/** The orchestrator over its local socket. Each call opens a connection, as the orchestrator may have restarted since the last. */
import { Agent } from 'node:http'
import {
  type EgressPolicy,
  Orchestrator,
  type Sandbox,
  SandboxPhase,
  type WatchSandboxesResponse,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import { type EgressLists, reachesNobody } from '@cay/core/egress/lists.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { type Client, createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { bounds } from '../bounds.ts'
import type { NodeEvent, OrchestratorClient, SandboxUpdate } from '../ports/orchestrator-client.ts'

export function connectToOrchestrator(socketPath: string): OrchestratorClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    readMaxBytes: bounds.nodeMessageBytesMax,
    acceptCompression: [],
  })
  return callOrchestrator(transport)
}

export function callOrchestrator(transport: Transport): OrchestratorClient {
  const client = createClient(Orchestrator, transport)
  return {
    async gatewayAddress(signal) {
      const { egressAddress, egressPort } = await client.getNode(
        {},
        { signal, timeoutMs: bounds.nodeCallMsMax },
      )
      return { address: egressAddress, port: egressPort }
    },
    watch: (signal) => watch(client, signal),
  }
}

async function* watch(client: Client<typeof Orchestrator>, signal: AbortSignal): AsyncIterable<NodeEvent> {
  const open = (each: AbortSignal) => client.watchSandboxes({}, { signal: each })
  for await (const message of withIdleTimeout({ open, idleMs: bounds.nodeSilenceMsMax, signal })) {
    const event = toEvent(message)
    if (event !== undefined) yield event
  }
}

function toEvent({ event }: WatchSandboxesResponse): NodeEvent | undefined {
  if (event.case === 'snapshot') return { kind: 'snapshot', sandboxes: event.value.sandboxes.map(toUpdate) }
  if (event.case === 'changed') return { kind: 'changed', sandbox: toUpdate(event.value) }
  return undefined
}

function toUpdate(sandbox: Sandbox): SandboxUpdate {
  return {
    sandboxId: sandbox.sandboxId,
    ...(sandbox.teamId === '' ? {} : { teamId: sandbox.teamId }),
    generation: sandbox.generation,
    phase: phaseOf(sandbox),
    address: sandbox.address,
    lists: toLists(sandbox.egress),
    ...(sandbox.exempt.length === 0 ? {} : { exempt: sandbox.exempt.map(toExempt) }),
  }
}

function toExempt({ host, port, addresses }: ExemptDestination): ExemptDestination {
  return { host, port, addresses }
}

function phaseOf({ phase, address }: Sandbox): SandboxUpdate['phase'] {
  if (phase === SandboxPhase.ENDED || phase === SandboxPhase.RELEASED) return 'ended'
  if (phase === SandboxPhase.PAUSED || phase === SandboxPhase.RESUMING) return 'paused'
  return phase === SandboxPhase.RUNNING && address !== '' ? 'running' : 'suspended'
}

/** A missing policy denies everything. */
function toLists(policy: EgressPolicy | undefined): EgressLists {
  if (policy === undefined) return reachesNobody
  const { allowOut, denyOut, sealed } = policy
  if (sealed === undefined) return { allowOut, denyOut }
  const { ruleHosts, hasProxy, text } = sealed
  return { allowOut, denyOut, sealed: { ruleHosts, hasProxy, text } }
}
