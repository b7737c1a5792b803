/**
 * Resumes a paused sandbox of a cluster for a request from outside, on a node that is chosen as for a call of the API. The
 * request has to bring what would let it in: nobody may wake a sandbox whose door stays shut for them.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { trafficResumeSeconds } from '@cay/core/sandbox/lifecycle.ts'
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import { type LocateDeps, type LocatedSandbox, locateRecord } from '../node/locate-sandboxes.ts'
import type { ViewDeps } from './find-sandbox.ts'
import { trafficTokenOf } from './ingress.ts'
import { type ResumeDeps, resumeSandbox } from './resume-sandbox.ts'

export type ResumeOnTrafficDeps = LocateDeps & ResumeDeps & ViewDeps

export interface TrafficRequest {
  readonly sandboxId: string
  readonly port: number
  /** Both empty when the request carries none. */
  readonly accessToken: string
  readonly trafficToken: string
}

/**
 * Returns where the sandbox is then; a running one stays where it is. Throws sandbox_not_found, forbidden, quota_exceeded,
 * and the errors of a resume.
 */
export async function resumeOnTraffic(
  deps: ResumeOnTrafficDeps,
  request: TrafficRequest,
  signal: AbortSignal,
): Promise<LocatedSandbox> {
  const { sandboxId } = request
  const before = await deps.store.findSandbox(sandboxId)
  if (before === undefined) throw sandboxNotFound(sandboxId)
  if (before.state === 'paused' || before.state === 'pausing') await resume(deps, { before, request }, signal)
  return locateRecord(deps, await deps.store.findSandbox(sandboxId))
}

interface Resume {
  readonly before: SandboxRecord
  readonly request: TrafficRequest
}

async function resume(
  deps: ResumeOnTrafficDeps,
  { before, request }: Resume,
  signal: AbortSignal,
): Promise<void> {
  const { sandboxId, lifecycle, pausedFilesOnly, teamId } = before
  const isTrusted = !before.isSecured || isSame(deps.accessTokenOf(sandboxId), request.accessToken)
  const paused = { sandboxId, lifecycle, filesOnly: pausedFilesOnly === true }
  const seconds = trafficResumeSeconds(paused, { port: request.port, isTrusted })
  assertTrafficToken(deps, before, request)
  const team = await deps.store.findTeam(teamId)
  if (team === undefined) throw sandboxNotFound(sandboxId)
  const times = { timeoutSeconds: seconds, resumeSeconds: seconds }
  try {
    await resumeSandbox(
      deps,
      { target: { team, sandboxId }, request: { ...times, filesOnly: false } },
      signal,
    )
  } catch (error) {
    if (isServiceError(error, 'quota_exceeded')) throw quotaExceeded(error)
    // Another request has resumed it.
    if (!isServiceError(error, 'conflict')) throw error
  }
}

/** As the proxy of the sandbox checks it, which lets any request to the daemon's own port pass. */
function assertTrafficToken(deps: ViewDeps, before: SandboxRecord, { port, trafficToken }: TrafficRequest) {
  const expected = trafficTokenOf(deps, before)
  if (expected === undefined || port === limits.daemonPort || isSame(expected, trafficToken)) return
  const why = 'is paused, and the traffic token does not fit'
  throw new ServiceError('forbidden', `sandbox "${before.sandboxId}" ${why}`)
}

/** In constant time. */
function isSame(expected: string, presented: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(presented))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The client is anybody, who should not read of the team's limits. */
function quotaExceeded(cause: unknown): ServiceError {
  const message = 'The sandbox is paused, and its team has as much running as it may have at once'
  return new ServiceError('quota_exceeded', message, { cause })
}
