/** Translates between protocol messages and records of sandboxes. Pure. */
import {
  type CreateSandboxResponse,
  CreateSandboxResponse_Source,
  EndReason,
  Lifecycle_OnTimeout as OnTimeout,
  type Resources as ResourcesMessage,
  type Sandbox,
  SandboxPhase,
  type Snapshot,
  type Template,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { NodePhase } from '@cay/core/sandbox/node-phase.ts'
import type { EndReason as EndReasonName } from '@cay/core/sandbox/state.ts'
import type {
  CreatedOnNode,
  CreateOnNode,
  NodeSandbox,
  NodeSnapshot,
  NodeTemplate,
  Resources,
} from '../ports/orchestrator.ts'

export const reasonNumbers = {
  killed: EndReason.KILLED,
  expired: EndReason.EXPIRED,
  crashed: EndReason.CRASHED,
  out_of_memory: EndReason.OUT_OF_MEMORY,
  node_gone: EndReason.NODE_GONE,
  node_lost: EndReason.NODE_LOST,
  lost: EndReason.LOST,
  orphaned: EndReason.ORPHANED,
} as const satisfies Record<EndReasonName, EndReason>

const phaseNumbers = {
  running: SandboxPhase.RUNNING,
  pausing: SandboxPhase.PAUSING,
  paused: SandboxPhase.PAUSED,
  resuming: SandboxPhase.RESUMING,
  capturing: SandboxPhase.CAPTURING,
  ended: SandboxPhase.ENDED,
} as const satisfies Record<NodePhase, SandboxPhase>

/** An unknown reason of a newer node maps to a reason that no request causes. */
function toReason(number: EndReason): EndReasonName {
  return nameOf(reasonNumbers, number) ?? 'lost'
}

function toPhase(number: SandboxPhase): NodePhase {
  return nameOf(phaseNumbers, number) ?? 'running'
}

function nameOf<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  value: number,
): Name | undefined {
  return (Object.keys(numbers) as Name[]).find((name) => numbers[name] === value)
}

export function toSandbox(message: Sandbox | undefined): NodeSandbox {
  if (message === undefined) throw missing('sandbox')
  return {
    sandboxId: message.sandboxId,
    templateId: message.templateId,
    buildId: message.buildId,
    phase: toPhase(message.phase),
    filesOnly: message.filesOnly,
    endReason: toReason(message.endReason),
    generation: Number(message.generation),
    startedAtMs: Number(message.startedAtMs),
    endAtMs: Number(message.endAtMs),
    endedAtMs: Number(message.endedAtMs),
    resources: toResources(message.resources),
    epoch: Number(message.epoch),
  }
}

export function toTemplate(message: Template): NodeTemplate {
  return {
    templateId: message.templateId,
    buildId: message.buildId,
    alias: message.alias,
    resources: toResources(message.resources),
    envdVersion: message.envdVersion,
    createdAtMs: Number(message.createdAtMs),
  }
}

export function toSnapshot(message: Snapshot | undefined): NodeSnapshot {
  if (message === undefined) throw missing('snapshot')
  return {
    snapshotId: message.snapshotId,
    sandboxId: message.sandboxId,
    envdVersion: message.envdVersion,
    resources: toResources(message.resources),
    createdAtMs: Number(message.createdAtMs),
    diskBytes: Number(message.diskBytes),
  }
}

function toResources(message: ResourcesMessage | undefined): Resources {
  return {
    cpuCount: message?.cpuCount ?? 0,
    memoryMb: message?.memoryMb ?? 0,
    diskSizeMb: message?.diskSizeMb ?? 0,
  }
}

/** Copies the lists, because messages own theirs. */
export function toPolicyMessage({ allowOut, denyOut, sealed }: EgressLists) {
  return {
    allowOut: [...allowOut],
    denyOut: [...denyOut],
    ...(sealed === undefined ? {} : { sealed: { ...sealed, ruleHosts: [...sealed.ruleHosts] } }),
  }
}

function toLifecycleMessage({ onTimeout, ...others }: Lifecycle) {
  return { ...others, onTimeout: onTimeout === 'pause' ? OnTimeout.PAUSE : OnTimeout.KILL }
}

export function toCreateMessage({
  keepsEnvVars,
  egress,
  ingress,
  envVars,
  lifecycle,
  epoch = 0,
  volumeMounts = [],
  ...same
}: CreateOnNode) {
  return {
    ...same,
    epoch: BigInt(epoch),
    volumeMounts: volumeMounts.map(({ volumeId, path }) => ({ volumeId, path })),
    envVars: { ...envVars },
    keepEnvVars: keepsEnvVars,
    egress: toPolicyMessage(egress),
    ingress: { ...ingress, httpsPorts: [...ingress.httpsPorts] },
    lifecycle: toLifecycleMessage(lifecycle),
  }
}

export function toCreated({ sandbox, envdVersion, source }: CreateSandboxResponse): CreatedOnNode {
  const isPooled = source === CreateSandboxResponse_Source.POOL
  return { sandbox: toSandbox(sandbox), envdVersion, source: isPooled ? 'pool' : 'restore' }
}

function missing(what: string): ServiceError {
  return new ServiceError('internal', 'internal error', { context: { missing: what } })
}
