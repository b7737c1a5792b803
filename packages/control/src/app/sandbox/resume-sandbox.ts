import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { checkTimeout, extendedEnd } from '@cay/core/sandbox/lifetime.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { NodeSandbox, ResumeOnNode } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import { type AdoptDeps, adoptStored } from '../artifact/adopt-stored.ts'
import type { Deps } from '../deps.ts'
import { applyEvent } from './change-sandbox.ts'
import {
  type Continuation,
  decideWhenIdle,
  type SandboxTarget,
  type SandboxView,
  type ViewDeps,
  viewSandbox,
} from './find-sandbox.ts'
import { type MoveDeps, moveEnd } from './move-end.ts'

export type ResumeDeps = MoveDeps & AdoptDeps & Pick<Deps, 'quotas' | 'maxSandboxHours'>

export interface ResumeRequest {
  /** Applied as requested: a running sandbox is not extended beyond it. */
  readonly timeoutSeconds: number
  /** Timeout for a sandbox that is paused. */
  readonly resumeSeconds: number
  /** Boots from the files even when a memory snapshot exists. */
  readonly filesOnly: boolean
}

/**
 * Resumes a paused sandbox. Throws request_invalid, sandbox_not_found, conflict (it is running or being captured),
 * start_in_flight, memory_not_restorable, snapshot_damaged, no_capacity, node_unavailable.
 */
export async function resumeSandbox(
  deps: ResumeDeps & ViewDeps,
  { target, request }: { target: SandboxTarget; request: ResumeRequest },
  signal: AbortSignal,
): Promise<SandboxView> {
  checkTimeout(request.timeoutSeconds, deps.maxSandboxHours)
  const resumed = await decideWhenIdle(
    deps,
    { target, event: 'resumeRequested', signal },
    async ({ sandbox }) => beginResume(deps, sandbox, { ...request, keyId: target.keyId }),
  )
  return viewSandbox(deps, resumed)
}

/**
 * The caller must hold the queue of a paused sandbox. Concurrent resumes share one; each gets at least its own timeout.
 */
export function beginResume(
  deps: ResumeDeps,
  sandbox: SandboxRecord,
  request: ResumeRequest & { readonly keyId: string | undefined },
): Exclude<Continuation<SandboxRecord>, 'later'> {
  const { writers, quotas } = deps
  const { sandboxId } = sandbox
  const { resumeSeconds: timeoutSeconds, filesOnly, keyId } = request
  const ours = writers.underWay(sandboxId, 'resume')
  if (ours !== undefined) {
    if (filesOnly)
      throw new ServiceError(
        'start_in_flight',
        `sandbox '${sandboxId}' is just being resumed with its memory`,
      )
    return () => joinResume(deps, { sandboxId, ours }, timeoutSeconds)
  }
  let release: () => void = () => undefined
  const resuming = writers.start(sandboxId, 'resume', {
    work: async () => {
      release = await quotas.take(sandbox)
      return await resumeOnNode(deps, { sandboxId, timeoutSeconds, filesOnly })
    },
    settle: (result) =>
      settleResume(deps, { sandboxId, timeoutSeconds, keyId }, result).finally(() => release()),
  })
  return () => resuming
}

/** A node that lacks the sandbox adopts it from the object store, if it is there. */
async function resumeOnNode(deps: ResumeDeps, request: ResumeOnNode): Promise<NodeSandbox> {
  const { orchestrator } = deps
  try {
    return await orchestrator.resumeSandbox(request)
  } catch (error) {
    if (!isServiceError(error, 'sandbox_not_found')) throw error
    if ((await adoptStored(deps, request.sandboxId)) === undefined) throw error
    return await orchestrator.resumeSandbox(request)
  }
}

async function joinResume(
  deps: ResumeDeps,
  { sandboxId, ours }: { sandboxId: string; ours: Promise<unknown> },
  timeoutSeconds: number,
): Promise<SandboxRecord> {
  await ours
  return deps.writers.run(sandboxId, async () => {
    const sandbox = await deps.store.findSandbox(sandboxId)
    if (sandbox?.state !== 'running') throw sandboxNotFound(sandboxId)
    return extend(deps, sandbox, timeoutSeconds)
  })
}

async function settleResume(
  deps: ResumeDeps,
  {
    sandboxId,
    timeoutSeconds,
    keyId,
  }: { sandboxId: string; timeoutSeconds: number; keyId: string | undefined },
  result: PromiseSettledResult<NodeSandbox>,
): Promise<SandboxRecord> {
  if (result.status === 'rejected') throw explainFailure(result.reason, sandboxId)
  const { generation, endAtMs, startedAtMs } = result.value
  const change = { generation, endAtMs, runsSinceMs: startedAtMs, pausedFilesOnly: null }
  const sandbox = await applyEvent(deps, { sandboxId, event: 'resumed', keyId }, change)
  // The sandbox was killed in the meantime.
  if (sandbox?.state !== 'running') throw sandboxNotFound(sandboxId)
  // Traffic may have resumed the sandbox first, with a timeout of its own.
  return extend(deps, sandbox, timeoutSeconds)
}

function extend(deps: ResumeDeps, sandbox: SandboxRecord, timeoutSeconds: number): Promise<SandboxRecord> {
  const life = { ...sandbox, maxHours: deps.maxSandboxHours }
  return moveEnd(deps, sandbox, extendedEnd(life, sandbox.runsSinceMs, timeoutSeconds))
}

/** Suggests a resume from files only where the files are usable, which a damaged snapshot does not promise. */
function explainFailure(error: unknown, sandboxId: string): unknown {
  if (isServiceError(error, 'snapshot_damaged'))
    return new ServiceError(error.code, `sandbox '${sandboxId}' stays paused: ${error.message}`, {
      cause: error,
    })
  if (!isServiceError(error, 'memory_not_restorable')) return error
  return new ServiceError(
    error.code,
    `the memory of sandbox '${sandboxId}' cannot be restored: ${error.message}; "memory": false boots it from its files`,
    { cause: error },
  )
}
