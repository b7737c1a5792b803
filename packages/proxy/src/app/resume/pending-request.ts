/** One request that waits for its sandbox, perhaps several times, within the limits of all that wait. */
import type { SandboxRefusal } from '@cay/core/routing/refusals.ts'
import { bounds } from '../../bounds.ts'
import type { PendingRequestLimiter } from './pending-request-limiter.ts'

interface PendingRequestSpec {
  readonly sandboxId: string
  /** Who shares the limits with others. */
  readonly party: string
  /** It may not wait, or not longer. */
  readonly onRefused: (refusal: SandboxRefusal) => void
}

export class PendingRequest {
  readonly #limiter: PendingRequestLimiter
  readonly #spec: PendingRequestSpec
  #leave: (() => void) | undefined

  constructor(limiter: PendingRequestLimiter, spec: PendingRequestSpec) {
    this.#limiter = limiter
    this.#spec = spec
  }

  /** A request that waits already goes on with the time that it has. */
  enter(): void {
    if (this.#leave !== undefined) return
    const { sandboxId, party, onRefused } = this.#spec
    this.#leave = this.#limiter.enter(party, () => onRefused({ kind: 'transitioning', sandboxId }))
    if (this.#leave !== undefined) return
    onRefused({ kind: 'too_many_connections', sandboxId, connectionLimit: bounds.pendingRequestsMax })
  }

  leave(): void {
    this.#leave?.()
    this.#leave = undefined
  }
}
