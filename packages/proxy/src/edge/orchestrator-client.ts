/**
 * RPC client of the orchestrator on its Unix socket. Each call opens its own connection, because the orchestrator may
 * have restarted since the last one.
 */
import { Agent } from 'node:http'
import {
  Lifecycle_OnTimeout as OnTimeout,
  Orchestrator,
  type Sandbox,
  SandboxPhase,
  type WatchSandboxesResponse,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { Phase } from '@cay/core/routing/phase.ts'
import type { RouteUpdate } from '@cay/core/routing/route-table.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { bounds } from '../bounds.ts'
import type { FailedResume, OrchestratorClient, RouteEvent } from '../ports/orchestrator.ts'

export function connectOrchestrator(socketPath: string): OrchestratorClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    readMaxBytes: bounds.orchestratorMessageBytesMax,
    acceptCompression: [],
    interceptors: [traceCallsOut],
  })
  const client = createClient(Orchestrator, transport)
  return {
    async list(signal) {
      return (await client.listSandboxes({}, { signal })).sandboxes.map(toRouteUpdate)
    },
    watch: (signal) => watch(client, signal),
    async resumeForTraffic({ sandboxId, port, accessToken }, signal) {
      try {
        const { sandbox } = await client.resumeForTraffic({ sandboxId, port, accessToken }, { signal })
        return sandbox === undefined
          ? { kind: 'unavailable' }
          : { kind: 'resumed', update: toRouteUpdate(sandbox) }
      } catch (error) {
        return toOutcome(ConnectError.from(error))
      }
    },
    async wake(sandboxId, signal) {
      await client.wakeSandbox({ sandboxId }, { signal })
    },
  }
}

async function* watch(client: Client<typeof Orchestrator>, signal: AbortSignal): AsyncIterable<RouteEvent> {
  const open = (each: AbortSignal) => client.watchSandboxes({ withoutPolicies: true }, { signal: each })
  for await (const message of withIdleTimeout({ open, idleMs: bounds.orchestratorSilenceMsMax, signal })) {
    const event = toEvent(message)
    if (event !== undefined) yield event
  }
}

function toEvent({ event }: WatchSandboxesResponse): RouteEvent | undefined {
  if (event.case === 'snapshot') return { kind: 'snapshot', routes: event.value.sandboxes.map(toRouteUpdate) }
  if (event.case === 'changed') return { kind: 'changed', route: toRouteUpdate(event.value) }
  return undefined
}

const phases: Readonly<Record<SandboxPhase, Phase | undefined>> = {
  [SandboxPhase.UNSPECIFIED]: undefined,
  [SandboxPhase.RUNNING]: 'running',
  [SandboxPhase.ENDED]: undefined,
  [SandboxPhase.PAUSING]: 'pausing',
  [SandboxPhase.PAUSED]: 'paused',
  [SandboxPhase.RESUMING]: 'resuming',
  [SandboxPhase.CAPTURING]: 'capturing',
  // It lives on another node.
  [SandboxPhase.RELEASED]: undefined,
}

function toRouteUpdate(sandbox: Sandbox): RouteUpdate {
  const { sandboxId, generation, epoch, address, frozen, lifecycle, filesOnly, ingress, endAtMs, teamId } =
    sandbox
  const phase = phases[sandbox.phase]
  const isUnreachable = phase === undefined || (phase === 'running' && address === '')
  if (isUnreachable) return { sandboxId, generation, route: undefined }
  const resumesOnTraffic = lifecycle?.autoResume === true && !filesOnly
  const access = {
    trafficToken: ingress?.trafficToken ?? '',
    hostMask: ingress?.maskRequestHost ?? '',
    tlsPorts: ingress?.httpsPorts ?? [],
    ...(lifecycle?.onTimeout === OnTimeout.KILL ? { endsAtMs: Number(endAtMs) } : {}),
    ...(epoch === 0n ? {} : { epoch }),
    ...(teamId === '' ? {} : { teamId }),
  }
  return { sandboxId, generation, route: { phase, address, isFrozen: frozen, resumesOnTraffic, ...access } }
}

/** What a failed resume means for the request. */
export function toOutcome(error: ConnectError): FailedResume {
  const message = error.rawMessage
  switch (error.code) {
    case Code.NotFound:
      return { kind: 'not_found' }
    case Code.PermissionDenied:
      return { kind: 'denied' }
    case Code.ResourceExhausted:
      return { kind: 'limit', message }
    case Code.FailedPrecondition:
    case Code.DataLoss:
    case Code.Internal:
    case Code.Unimplemented:
      return { kind: 'failed', message }
    default:
      return { kind: 'unavailable' }
  }
}
