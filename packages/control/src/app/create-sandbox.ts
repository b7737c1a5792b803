import { checkLists, effectiveLists, type NetworkLists, networkLists } from '@cay/core/egress/lists.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { idBytes, makeSandboxId } from '@cay/core/ids.ts'
import { type CreateWishes, checkCreate } from '@cay/core/sandbox/create-rules.ts'
import { refuseNotYet } from '@cay/core/sandbox/not-yet.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import {
  parseTemplateReference,
  type TemplateReference,
  templateNotFound,
} from '@cay/core/template/reference.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { SandboxRecord, Team } from '../ports.ts'
import type { Deps } from './deps.ts'
import { type SandboxView, viewSandbox } from './find-sandbox.ts'
import { type ResolvedTemplate, resolveTemplate } from './resolve-template.ts'

/**
 * Makes a sandbox that can run a command. It is recorded before the node is asked, so that a crash in between leaves
 * nothing that the reconciler does not find; a failure leaves neither record nor sandbox. A caller that goes away in the
 * middle changes nothing: the sandbox is made, listed, and expires. The signal is the request's deadline.
 */
export async function createSandbox(
  deps: Deps,
  { team, wishes }: { team: Team; wishes: CreateWishes },
  signal: AbortSignal,
): Promise<SandboxView> {
  const reference = parseTemplateReference(wishes.templateID)
  const resolved = await resolveTemplate(deps, team, reference)
  checkCreate(wishes, deps.maxSandboxHours)
  refuseNotYet(wishes)
  const network = networkLists(wishes.network)
  checkLists(network)
  const sandboxId = makeSandboxId(deps.randomBytes(idBytes))
  const record = describeNew(deps, { sandboxId, team, wishes, resolved, network })
  return deps.writers.run(sandboxId, () => make(deps, { record, wishes, reference }, signal))
}

interface Making {
  readonly record: SandboxRecord
  readonly wishes: CreateWishes
  readonly reference: TemplateReference
}

async function make(deps: Deps, making: Making, signal: AbortSignal): Promise<SandboxView> {
  const { store, log } = deps
  const { sandboxId } = making.record
  const undo = new UndoStack()
  await store.insertSandbox(making.record)
  undo.push('record', () => store.removeSandbox(sandboxId))
  try {
    const sandbox = await makeOnNode(deps, making, { undo, signal })
    log.info({ sandboxID: sandboxId, generation: sandbox.generation }, 'sandbox created')
    return viewSandbox(deps, sandbox)
  } catch (error) {
    log.info({ sandboxID: sandboxId, err: error }, 'sandbox not created')
    for (const failure of await undo.unwind()) {
      log.warn({ sandboxID: sandboxId, step: failure.name, err: failure.error }, 'left to the reconciler')
    }
    throw isServiceError(error, 'template_not_found') ? templateNotFound(making.reference, error) : error
  }
}

async function makeOnNode(
  deps: Deps,
  { record, wishes }: Making,
  { undo, signal }: { undo: UndoStack; signal: AbortSignal },
): Promise<SandboxRecord> {
  const { sandboxId, templateId, buildId } = record
  undo.push('sandbox on the node', () => forget(deps, sandboxId))
  const created = await deps.orchestrator.createSandbox(
    {
      sandboxId,
      templateId,
      buildId,
      timeoutSeconds: wishes.timeout,
      envVars: wishes.envVars ?? {},
      accessToken: record.isSecured ? deps.accessTokenOf(sandboxId) : '',
      egress: effectiveLists(record.network, record.allowInternetAccess),
    },
    signal,
  )
  const { generation, startedAtMs, endAtMs, resources } = created.sandbox
  const sandbox = await deps.store.updateSandbox(sandboxId, {
    state: 'running',
    generation,
    startedAtMs,
    endAtMs,
    resources,
    envdVersion: created.envdVersion,
    changedAtMs: deps.clock.nowMs(),
  })
  if (sandbox === undefined) throw sandboxNotFound(sandboxId)
  return sandbox
}

async function forget({ orchestrator }: Deps, sandboxId: string): Promise<void> {
  try {
    await orchestrator.killSandbox(sandboxId, 'orphaned')
  } catch (error) {
    // The usual case: the node undid its part by itself.
    if (!isServiceError(error, 'sandbox_not_found')) throw error
  }
}

interface New {
  readonly sandboxId: string
  readonly team: Team
  readonly wishes: CreateWishes
  readonly resolved: ResolvedTemplate
  readonly network: NetworkLists | null
}

function describeNew(deps: Deps, { sandboxId, team, wishes, resolved, network }: New): SandboxRecord {
  const { template, build } = resolved
  const nowMs = deps.clock.nowMs()
  return {
    sandboxId,
    teamId: team.teamId,
    templateId: template.templateId,
    buildId: build.buildId,
    alias: template.alias,
    state: 'creating',
    generation: 0,
    startedAtMs: nowMs,
    endAtMs: nowMs + wishes.timeout * 1000,
    changedAtMs: nowMs,
    endedAtMs: null,
    endReason: null,
    isSecured: wishes.secure,
    allowInternetAccess: wishes.allow_internet_access ?? null,
    network,
    metadata: wishes.metadata ?? {},
    resources: build.resources,
    envdVersion: build.envdVersion,
  }
}
