/**
 * Requests resumes of paused sandboxes from the orchestrator. Concurrent requests with the same credentials share one
 * call (single flight), and the orchestrator performs one resume for all calls.
 */
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { AuthorizedRequest } from '../../ports/cluster.ts'
import type { ResumeOutcome } from '../../ports/orchestrator.ts'
import type { Routes } from '../routing/routes.ts'

export interface ResumeCoalescerDeps {
  readonly orchestrator: {
    /** Of the orchestrator, or of the cluster. */
    resumeForTraffic(request: AuthorizedRequest, signal: AbortSignal): Promise<ResumeOutcome>
  }
  readonly routes: Pick<Routes, 'epoch' | 'applyListing'>
  readonly log: Logger
}

/** Outcomes that operators want to know of. */
const isNews: Readonly<Record<ResumeOutcome['kind'], boolean>> = {
  resumed: true,
  resumed_here: true,
  elsewhere: true,
  failed: true,
  not_found: false,
  denied: false,
  limit: false,
  unavailable: false,
}

export class ResumeCoalescer {
  readonly #deps: ResumeCoalescerDeps
  readonly #inFlight = new Map<string, Promise<ResumeOutcome>>()

  constructor(deps: ResumeCoalescerDeps) {
    this.#deps = deps
  }

  /** The new route is applied when this resolves. Never rejects. */
  resume(request: AuthorizedRequest): Promise<ResumeOutcome> {
    const { sandboxId, port, accessToken, trafficToken } = request
    const key = JSON.stringify([sandboxId, port, accessToken, trafficToken])
    const known = this.#inFlight.get(key)
    if (known !== undefined) return known
    const outcome = this.#request(request).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, outcome)
    return outcome
  }

  async #request(request: AuthorizedRequest): Promise<ResumeOutcome> {
    const { orchestrator, routes, log } = this.#deps
    const { epoch } = routes
    const outcome = await orchestrator.resumeForTraffic(request, AbortSignal.timeout(bounds.pendingMsMax))
    const { kind } = outcome
    // Any client can send requests for a sandbox that does not resume, at any rate.
    const level = isNews[kind] ? 'info' : 'debug'
    log[level](
      { event: 'sandbox.resume.finished', sandboxID: request.sandboxId, port: request.port, outcome: kind },
      'resume for traffic finished',
    )
    if (kind === 'resumed') routes.applyListing([outcome.update], epoch)
    return outcome
  }
}

/** The refusal to send to the client; undefined when the request should wait. */
export function refusalOfResume(outcome: ResumeOutcome, sandboxId: string): SandboxRefusal | undefined {
  switch (outcome.kind) {
    case 'resumed':
    case 'resumed_here':
    case 'elsewhere':
    case 'unavailable':
      return undefined
    case 'not_found':
      return { kind: 'not_found', sandboxId }
    case 'denied':
      return { kind: 'resume_denied', sandboxId }
    case 'limit':
      return { kind: 'team_limit', sandboxId, message: outcome.message }
    case 'failed':
      return { kind: 'resume_failed', sandboxId, message: outcome.message }
  }
}
