/**
 * Resumes triggered by traffic. The node performs them, and asks control whether the team's quota allows one more
 * running sandbox. The reservation is released when the node reports the outcome, or after a timeout.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { Store } from '../../ports/store.ts'
import type { TeamQuotas } from '../team/team-quotas.ts'

/** Maximum time in milliseconds for which a resume holds its reservation: 64 GiB of memory at 250 MB/s. */
const heldMsMax = 300_000

interface Held {
  readonly generation: number
  readonly release: () => void
}

export class TrafficResumes {
  readonly #deps: { readonly store: Store; readonly quotas: TeamQuotas; readonly clock: Clock }
  readonly #held = new Map<string, Held>()

  constructor(deps: { store: Store; quotas: TeamQuotas; clock: Clock }) {
    this.#deps = deps
  }

  /** Throws quota_exceeded with a public message. Unknown sandboxes are left to the node. */
  async admit(sandboxId: string, generation: number): Promise<void> {
    const sandbox = await this.#deps.store.findSandbox(sandboxId)
    if (sandbox === undefined) return
    this.#release(sandboxId)
    try {
      const release = await this.#deps.quotas.take(sandbox)
      this.#held.set(sandboxId, { generation, release })
      void this.#releaseAfterTimeout(sandboxId, release)
    } catch (error) {
      if (!isServiceError(error, 'quota_exceeded')) throw error
      throw new ServiceError(
        'quota_exceeded',
        'The sandbox is paused, and its team has as much running as it may have at once',
        { cause: error },
      )
    }
  }

  /** The node has reported the outcome, and the store has it. */
  heard({ sandboxId, generation, phase }: Pick<NodeSandbox, 'sandboxId' | 'generation' | 'phase'>): void {
    const held = this.#held.get(sandboxId)
    if (held !== undefined && generation > held.generation && phase !== 'resuming') this.#release(sandboxId)
  }

  async #releaseAfterTimeout(sandboxId: string, release: () => void): Promise<void> {
    await this.#deps.clock.sleep(heldMsMax)
    if (this.#held.get(sandboxId)?.release === release) this.#release(sandboxId)
  }

  #release(sandboxId: string): void {
    this.#held.get(sandboxId)?.release()
    this.#held.delete(sandboxId)
  }
}
