/** Maps records and views to protocol messages, and back. */
import { create } from '@bufbuild/protobuf'
import {
  type EgressPolicy,
  EgressPolicySchema,
  EndReason as EndReasonMessage,
  type Ingress as IngressMessage,
  IngressSchema,
  Lifecycle_OnTimeout,
  type Lifecycle as LifecycleMessage,
  LifecycleSchema,
  type Sandbox,
  SandboxPhase,
  SandboxSchema,
  SnapshotSchema,
  type Template,
  TemplateSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import { type Lifecycle, plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { EgressView, PullView, ReleasedView, SandboxView } from '../app/sandbox/sandbox-registry.ts'
import { type Ingress, openIngress } from '../ports/record.ts'
import type { ListedSnapshot } from '../ports/snapshot.ts'
import type { TemplateBuild } from '../ports/template.ts'

const endReasons: Readonly<Record<EndReason, EndReasonMessage>> = {
  killed: EndReasonMessage.KILLED,
  expired: EndReasonMessage.EXPIRED,
  crashed: EndReasonMessage.CRASHED,
  out_of_memory: EndReasonMessage.OUT_OF_MEMORY,
  node_gone: EndReasonMessage.NODE_GONE,
  node_lost: EndReasonMessage.NODE_LOST,
  lost: EndReasonMessage.LOST,
  orphaned: EndReasonMessage.ORPHANED,
}

const phases: Readonly<Record<SandboxView['phase'], SandboxPhase>> = {
  running: SandboxPhase.RUNNING,
  pausing: SandboxPhase.PAUSING,
  paused: SandboxPhase.PAUSED,
  resuming: SandboxPhase.RESUMING,
  capturing: SandboxPhase.CAPTURING,
  ended: SandboxPhase.ENDED,
}

/** Without its egress policy. */
export function sandboxMessage(view: SandboxView | ReleasedView): Sandbox {
  if (view.phase === 'released') return releasedMessage(view)
  const { claim, templateId, buildId, resources } = commonOf(view)
  const message = create(SandboxSchema, {
    sandboxId: claim.sandboxId,
    templateId,
    buildId,
    phase: phases[view.phase],
    generation: view.generation,
    epoch: BigInt(claim.epoch ?? 0),
    teamId: claim.teamId ?? '',
    startedAtMs: BigInt(claim.startedAtMs),
    endAtMs: BigInt(claim.endAtMs),
    resources,
    ingress: create(IngressSchema, { ...claim.ingress, httpsPorts: [...claim.ingress.httpsPorts] }),
    lifecycle: lifecycleMessage(claim.lifecycle),
  })
  if (view.phase === 'running' || view.phase === 'capturing') {
    message.address = view.record.container.slot.address
    message.frozen = view.frozen
  } else if (view.phase === 'ended') {
    message.endReason = endReasons[view.ended.reason]
    message.endedAtMs = BigInt(view.ended.endedAtMs)
  } else {
    message.filesOnly = 'paused' in view ? view.paused.filesOnly : view.filesOnly
  }
  return message
}

function releasedMessage({ claim, generation }: ReleasedView): Sandbox {
  const { sandboxId, epoch = 0 } = claim
  return create(SandboxSchema, {
    ...{ sandboxId, generation, phase: SandboxPhase.RELEASED, epoch: BigInt(epoch) },
  })
}

/** For the egress gateway. */
export function egressMessage(view: EgressView): Sandbox {
  if ('pull' in view) return pullMessage(view)
  const message = sandboxMessage(view)
  if (view.phase === 'released') return message
  message.egress = create(EgressPolicySchema, listsOf(commonOf(view).claim.egress))
  return message
}

/** Has an open policy: everything but closed ranges may be reached. */
function pullMessage({ phase, generation, pull: { pullId, address, exempt } }: PullView): Sandbox {
  return create(SandboxSchema, {
    sandboxId: pullId,
    generation,
    phase: phase === 'pulling' ? SandboxPhase.RUNNING : SandboxPhase.ENDED,
    address: phase === 'pulling' ? address : '',
    egress: create(EgressPolicySchema, {}),
    exempt: exempt.map(({ host, port, addresses }) => ({ host, port, addresses: [...addresses] })),
  })
}

function commonOf(view: SandboxView) {
  if ('ended' in view) return view.ended
  if ('paused' in view) return view.paused
  return { ...view.record, resources: view.record.container.resources }
}

function lifecycleMessage({ onTimeout, filesOnly, autoResume, autoResumeSeconds }: Lifecycle) {
  return create(LifecycleSchema, {
    onTimeout: onTimeouts[onTimeout],
    filesOnly,
    autoResume,
    autoResumeSeconds,
  })
}

/** Absent: open ingress. */
export function ingressOf(message: IngressMessage | undefined): Ingress {
  if (message === undefined) return openIngress
  const { trafficToken, maskRequestHost, httpsPorts } = message
  return { trafficToken, maskRequestHost, httpsPorts }
}

/** Absent: the sandbox ends at its timeout, and nothing resumes it. */
export function lifecycleOf(message: LifecycleMessage | undefined): Lifecycle {
  if (message === undefined) return plainLifecycle
  const { onTimeout, filesOnly, autoResume, autoResumeSeconds } = message
  const isPause = onTimeout === Lifecycle_OnTimeout.PAUSE
  return { onTimeout: isPause ? 'pause' : 'kill', filesOnly, autoResume, autoResumeSeconds }
}

const onTimeouts = {
  kill: Lifecycle_OnTimeout.KILL,
  pause: Lifecycle_OnTimeout.PAUSE,
} as const satisfies Record<Lifecycle['onTimeout'], Lifecycle_OnTimeout>

export function snapshotMessage(snapshot: ListedSnapshot) {
  const { snapshotId, sandboxId, templateId, resources, envdVersion, createdAtMs, diskBytes } = snapshot
  return create(SnapshotSchema, {
    snapshotId,
    sandboxId,
    templateId,
    resources,
    envdVersion,
    createdAtMs: BigInt(createdAtMs),
    diskBytes: BigInt(diskBytes),
  })
}

/** A copy: messages own their lists. */
function listsOf({ allowOut, denyOut, sealed }: EgressLists) {
  return {
    allowOut: [...allowOut],
    denyOut: [...denyOut],
    ...(sealed === undefined ? {} : { sealed: { ...sealed, ruleHosts: [...sealed.ruleHosts] } }),
  }
}

/** Absent: an empty policy. */
export function egressLists(policy: EgressPolicy | undefined): EgressLists {
  const { allowOut = [], denyOut = [], sealed } = policy ?? {}
  if (sealed === undefined) return { allowOut, denyOut }
  const { ruleHosts, hasProxy, text } = sealed
  return { allowOut, denyOut, sealed: { ruleHosts, hasProxy, text } }
}

/** The reasons that a caller may give; any other is "killed". */
export function callersReason(reason: EndReasonMessage): EndReason {
  return reason === EndReasonMessage.ORPHANED ? 'orphaned' : 'killed'
}

export function templateMessage(build: TemplateBuild): Template {
  const { templateId, buildId, alias, resources, envdVersion } = build
  return create(TemplateSchema, {
    templateId,
    buildId,
    alias,
    resources,
    envdVersion,
    createdAtMs: BigInt(build.createdAtMs),
  })
}
