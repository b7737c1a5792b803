/** Between the node's words and the protocol's. */
import { create } from '@bufbuild/protobuf'
import {
  type EgressPolicy,
  EgressPolicySchema,
  EndReason as EndReasonMessage,
  type Sandbox,
  SandboxPhase,
  SandboxSchema,
  type Template,
  TemplateSchema,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import type { SandboxView } from '../app/sandbox-registry.ts'
import type { EgressLists, EndReason, TemplateBuild } from '../ports.ts'

const endReasons: Readonly<Record<EndReason, EndReasonMessage>> = {
  killed: EndReasonMessage.KILLED,
  expired: EndReasonMessage.EXPIRED,
  crashed: EndReasonMessage.CRASHED,
  lost: EndReasonMessage.LOST,
  orphaned: EndReasonMessage.ORPHANED,
}

export function sandboxMessage(view: SandboxView): Sandbox {
  const common = view.phase === 'running' ? view.record : view.ended
  const message = create(SandboxSchema, {
    sandboxId: common.claim.sandboxId,
    templateId: common.templateId,
    buildId: common.buildId,
    generation: view.generation,
    startedAtMs: BigInt(common.claim.startedAtMs),
    endAtMs: BigInt(common.claim.endAtMs),
    resources: view.phase === 'running' ? view.record.container.resources : view.ended.resources,
  })
  if (view.phase === 'running') {
    message.phase = SandboxPhase.RUNNING
    message.address = view.record.container.slot.address
    message.frozen = view.frozen
    message.egress = create(EgressPolicySchema, listsOf(view.record.claim.egress))
  } else {
    message.phase = SandboxPhase.ENDED
    message.endReason = endReasons[view.ended.reason]
    message.endedAtMs = BigInt(view.ended.endedAtMs)
  }
  return message
}

/** A copy: messages own their lists. */
function listsOf({ allowOut, denyOut }: EgressLists) {
  return { allowOut: [...allowOut], denyOut: [...denyOut] }
}

/** No policy is an empty one. */
export function egressLists(policy: EgressPolicy | undefined): EgressLists {
  return { allowOut: policy?.allowOut ?? [], denyOut: policy?.denyOut ?? [] }
}

/** Only a caller's reasons; anything else is "killed". */
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
