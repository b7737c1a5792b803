/**
 * The node's door, spoken to over its local socket. Foreign errors become ours here; what the node reports becomes plain
 * records. Calls are not repeated: whoever asked knows whether that is right.
 */
import {
  CreateSandboxResponse_Source,
  EndReason,
  Orchestrator,
  type Resources,
  type Sandbox,
  SandboxPhase,
  type Template,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { type ErrorCode, ServiceError } from '@cay/core/errors.ts'
import type { EndReason as EndReasonName } from '@cay/core/sandbox/state.ts'
import { untilSilent } from '@cay/kit/flow/until-silent.ts'
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { NodeEvent, NodeSandbox, NodeTemplate, OrchestratorClient } from '../ports.ts'

/** For everything but a create, whose time its caller bounds. */
const callMsMax = 15_000
/** The node sends something at least every 5 seconds. */
const silenceMsMax = 15_000

export function connectOrchestrator(socketPath: string): OrchestratorClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
  })
  const client = createClient(Orchestrator, transport)
  const bounded = { timeoutMs: callMsMax }
  return {
    async createSandbox(request, signal) {
      const options = signal === undefined ? {} : { signal }
      const response = await told(
        'template_not_found',
        client.createSandbox(
          { ...request, envVars: { ...request.envVars }, egress: toPolicy(request.egress) },
          options,
        ),
      )
      return {
        sandbox: toSandbox(response.sandbox),
        envdVersion: response.envdVersion,
        source: response.source === CreateSandboxResponse_Source.POOL ? 'pool' : 'restore',
      }
    },
    async killSandbox(sandboxId, reason) {
      await told(
        'sandbox_not_found',
        client.killSandbox({ sandboxId, reason: reasonNumbers[reason] }, bounded),
      )
    },
    async setExpiry(sandboxId, endAtMs) {
      const request = { sandboxId, endAtMs: BigInt(Math.round(endAtMs)) }
      return toSandbox((await told('sandbox_not_found', client.setExpiry(request, bounded))).sandbox)
    },
    async setEgressPolicy(sandboxId, egress) {
      const request = { sandboxId, egress: toPolicy(egress) }
      return toSandbox((await told('sandbox_not_found', client.setEgressPolicy(request, bounded))).sandbox)
    },
    async listSandboxes() {
      return (await told('not_found', client.listSandboxes({}, bounded))).sandboxes.map(toSandbox)
    },
    watchSandboxes: (signal) => watch(client, signal),
    async acknowledgeEnded(sandboxIds) {
      await told('not_found', client.acknowledgeEnded({ sandboxIds: [...sandboxIds] }, bounded))
    },
    async listTemplates() {
      return (await told('not_found', client.listTemplates({}, bounded))).templates.map(toTemplate)
    },
  }
}

/** A copy: messages own their lists. */
function toPolicy({ allowOut, denyOut }: EgressLists) {
  return { allowOut: [...allowOut], denyOut: [...denyOut] }
}

async function* watch(client: Client<typeof Orchestrator>, signal: AbortSignal): AsyncIterable<NodeEvent> {
  const open = (each: AbortSignal) => client.watchSandboxes({}, { signal: each })
  try {
    for await (const { event } of untilSilent({ open, silenceMs: silenceMsMax, signal })) {
      if (event.case === 'snapshot')
        yield { kind: 'snapshot', sandboxes: event.value.sandboxes.map(toSandbox) }
      if (event.case === 'changed') yield { kind: 'changed', sandbox: toSandbox(event.value) }
    }
  } catch (error) {
    // However it broke, broken off for silence included: the node is out of reach.
    if (!signal.aborted) throw nodeUnavailable(error)
  }
}

/** `missing` is what the node's not_found means for this call. */
async function told<T>(missing: ErrorCode, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw toOurs(error, missing)
  }
}

function toOurs(error: unknown, missing: ErrorCode): ServiceError {
  const foreign = ConnectError.from(error)
  const said = foreign.rawMessage
  if (isSocketError(foreign.cause)) return nodeUnavailable(error)
  switch (foreign.code) {
    case Code.NotFound:
      return new ServiceError(missing, said, { cause: error })
    case Code.AlreadyExists:
      return new ServiceError('already_exists', said, { cause: error })
    case Code.ResourceExhausted:
      return new ServiceError('no_capacity', said, { cause: error })
    case Code.DeadlineExceeded:
    case Code.Canceled:
      return new ServiceError('deadline_exceeded', 'the node did not answer in time', { cause: error })
    case Code.Unavailable:
    // A connection that broke in the middle.
    case Code.Aborted:
    case Code.Unknown:
      return nodeUnavailable(error)
    default:
      return new ServiceError('internal', 'internal error', { cause: error })
  }
}

function nodeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('node_unavailable', 'the node does not answer', { cause })
}

/** A missing or refused socket: only the system's own errors carry a code that is a text. */
function isSocketError(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
}

const reasonNumbers = {
  killed: EndReason.KILLED,
  expired: EndReason.EXPIRED,
  crashed: EndReason.CRASHED,
  lost: EndReason.LOST,
  orphaned: EndReason.ORPHANED,
} as const satisfies Record<EndReasonName, EndReason>

function toReason(number: EndReason): EndReasonName {
  switch (number) {
    case EndReason.KILLED:
      return 'killed'
    case EndReason.EXPIRED:
      return 'expired'
    case EndReason.CRASHED:
      return 'crashed'
    case EndReason.ORPHANED:
      return 'orphaned'
    // A reason that this build does not know is none that anybody asked for.
    default:
      return 'lost'
  }
}

function toSandbox(message: Sandbox | undefined): NodeSandbox {
  if (message === undefined)
    throw new ServiceError('internal', 'internal error', { context: { missing: 'sandbox' } })
  return {
    sandboxId: message.sandboxId,
    templateId: message.templateId,
    buildId: message.buildId,
    phase: message.phase === SandboxPhase.ENDED ? 'ended' : 'running',
    endReason: toReason(message.endReason),
    generation: Number(message.generation),
    startedAtMs: Number(message.startedAtMs),
    endAtMs: Number(message.endAtMs),
    endedAtMs: Number(message.endedAtMs),
    resources: toResources(message.resources),
  }
}

function toTemplate(message: Template): NodeTemplate {
  return {
    templateId: message.templateId,
    buildId: message.buildId,
    alias: message.alias,
    resources: toResources(message.resources),
    envdVersion: message.envdVersion,
    createdAtMs: Number(message.createdAtMs),
  }
}

function toResources(message: Resources | undefined): NodeSandbox['resources'] {
  return {
    cpuCount: message?.cpuCount ?? 0,
    memoryMb: message?.memoryMb ?? 0,
    diskSizeMb: message?.diskSizeMb ?? 0,
  }
}
