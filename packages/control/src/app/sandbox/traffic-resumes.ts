/**
 * Resumes that traffic asks for: the node does them, and asks here whether the team may have one more running. What is held
 * for one is given back when the node has told what became of it, or has not for a long time.
 */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { Store } from '../../ports/store.ts'
import type { TeamQuotas } from '../team/team-quotas.ts'

/** How long a resume may take until nothing is held for it, in milliseconds: at 64 GiB of memory and 250 MB/s. */
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

  /** Throws quota_exceeded, in words that anybody may read. What nobody knows is left to the node. */
  async admit(sandboxId: string, generation: number): Promise<void> {
    const sandbox = await this.#deps.store.findSandbox(sandboxId)
    if (sandbox === undefined) return
    this.#giveBack(sandboxId)
    try {
      const release = await this.#deps.quotas.take(sandbox)
      this.#held.set(sandboxId, { generation, release })
      void this.#giveBackInTime(sandboxId, release)
    } catch (error) {
      if (!isServiceError(error, 'quota_exceeded')) throw error
      throw new ServiceError(
        'quota_exceeded',
        'The sandbox is paused, and its team has as much running as it may have at once',
        { cause: error },
      )
    }
  }

  /** The node has told of it, and the store knows. */
  heard({ sandboxId, generation, phase }: Pick<NodeSandbox, 'sandboxId' | 'generation' | 'phase'>): void {
    const held = this.#held.get(sandboxId)
    if (held !== undefined && generation > held.generation && phase !== 'resuming') this.#giveBack(sandboxId)
  }

  async #giveBackInTime(sandboxId: string, release: () => void): Promise<void> {
    await this.#deps.clock.sleep(heldMsMax)
    if (this.#held.get(sandboxId)?.release === release) this.#giveBack(sandboxId)
  }

  #giveBack(sandboxId: string): void {
    this.#held.get(sandboxId)?.release()
    this.#held.delete(sandboxId)
  }
}
