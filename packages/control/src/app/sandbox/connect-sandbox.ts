import { isServiceError } from '@cay/core/errors.ts'
import { checkTimeout, extendedEnd } from '@cay/core/sandbox/lifetime.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import {
  type Continuation,
  decideWhenIdle,
  type SandboxTarget,
  type SandboxView,
  type ViewDeps,
  viewSandbox,
} from './find-sandbox.ts'
import { moveEnd } from './move-end.ts'
import { beginResume, type ResumeDeps, type ResumeRequest } from './resume-sandbox.ts'

export type ConnectDeps = ResumeDeps & ViewDeps

export interface Connected {
  readonly view: SandboxView
  /** The sandbox was paused and has been resumed. */
  readonly isResumed: boolean
}

/**
 * Returns how to reach the sandbox, and resumes it first when it is paused. The time to live is only ever extended.
 * Throws request_invalid, also for unknown ids; sandbox_not_found, conflict, and the errors of a resume.
 */
export async function connectSandbox(
  deps: ConnectDeps,
  { target, request }: { target: SandboxTarget; request: ResumeRequest },
  signal: AbortSignal,
): Promise<Connected> {
  const askedAtMs = deps.clock.nowMs()
  checkTimeout(request.timeoutSeconds, deps.maxSandboxHours)
  let isResumed = false
  const sandbox = await decideWhenIdle(deps, { target, event: 'connectRequested', signal }, async (asked) => {
    isResumed = asked.outcome.kind === 'resume'
    if (isResumed) return await beginResume(deps, asked.sandbox, { ...request, keyId: target.keyId })
    return extend(deps, asked.sandbox, { askedAtMs, timeoutSeconds: request.timeoutSeconds })
  })
  return { view: viewSandbox(deps, sandbox), isResumed }
}

async function extend(
  deps: ConnectDeps,
  sandbox: SandboxRecord,
  { askedAtMs, timeoutSeconds }: { askedAtMs: number; timeoutSeconds: number },
): Promise<Continuation<SandboxRecord>> {
  const life = { ...sandbox, maxHours: deps.maxSandboxHours }
  try {
    const moved = await moveEnd(deps, sandbox, extendedEnd(life, askedAtMs, timeoutSeconds))
    return async () => moved
  } catch (error) {
    // The sandbox has expired and the node is pausing it; the node's report is on its way. Or another process pauses it, or
    // has placed it anew.
    const isExpired = isServiceError(error, 'sandbox_not_found') && sandbox.lifecycle.onTimeout === 'pause'
    const isChanged = isServiceError(error, 'conflict') || isServiceError(error, 'stale_epoch')
    if (isExpired || isChanged) return 'later'
    throw error
  }
}
