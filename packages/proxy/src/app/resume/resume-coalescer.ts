/**
 * Requests resumes of paused sandboxes from the orchestrator. Concurrent requests with the same credentials share one
 * call (single flight), and the orchestrator performs one resume for all calls.
 */
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { InboundRequest, OrchestratorClient, ResumeOutcome } from '../../ports/orchestrator.ts'
import type { Routes } from '../routing/routes.ts'

export interface ResumeCoalescerDeps {
  readonly orchestrator: Pick<OrchestratorClient, 'resumeForTraffic'>
  readonly routes: Pick<Routes, 'epoch' | 'applyListing'>
  readonly log: Logger
}

export class ResumeCoalescer {
  readonly #deps: ResumeCoalescerDeps
  readonly #inFlight = new Map<string, Promise<ResumeOutcome>>()

  constructor(deps: ResumeCoalescerDeps) {
    this.#deps = deps
  }

  /** The new route is applied when this resolves. Never rejects. */
  resume(request: InboundRequest): Promise<ResumeOutcome> {
    const key = JSON.stringify([request.sandboxId, request.port, request.accessToken])
    const known = this.#inFlight.get(key)
    if (known !== undefined) return known
    const outcome = this.#request(request).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, outcome)
    return outcome
  }

  async #request(request: InboundRequest): Promise<ResumeOutcome> {
    const { orchestrator, routes, log } = this.#deps
    const { epoch } = routes
    const outcome = await orchestrator.resumeForTraffic(request, AbortSignal.timeout(bounds.pendingMsMax))
    const { kind } = outcome
    // Any client can send requests for a sandbox that does not resume, at any rate.
    const level = kind === 'resumed' || kind === 'failed' ? 'info' : 'debug'
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
