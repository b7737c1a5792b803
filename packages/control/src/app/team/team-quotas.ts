/**
 * Enforces the quotas of concurrent sandboxes. A reservation is held by sandbox id until the store has the outcome; the
 * id makes it count once, whether the store has it yet or not, so concurrent requests get exactly what the quota
 * allows.
 */
import { checkQuotas, hasQuota, noLimits, type Usage } from '@cay/core/team/quotas.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Clock } from '../../ports/host.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'

type QuotaRequest = Pick<SandboxRecord, 'sandboxId' | 'teamId' | 'resources'>

export class TeamQuotas {
  readonly #deps: { readonly store: Store; readonly clock: Clock }
  readonly #queue = new SerialQueue()
  readonly #held = new Map<string, QuotaRequest>()

  constructor(deps: { store: Store; clock: Clock }) {
    this.#deps = deps
  }

  /** The returned function releases the reservation; call it once the store has the outcome. Throws quota_exceeded. */
  take(request: QuotaRequest): Promise<() => void> {
    return this.#queue.run(request.teamId, async () => {
      const { store, clock } = this.#deps
      const limits = (await store.findTeam(request.teamId))?.limits
      const held = [...this.#held.values()].filter(({ teamId }) => teamId === request.teamId)
      if (limits !== undefined && hasQuota(limits)) {
        const without = [...held, request].map(({ sandboxId }) => sandboxId)
        const used = await store.teamUsage(request.teamId, { nowMs: clock.nowMs(), without })
        checkQuotas(limits, held.map(usageOf).reduce(add, used), usageOf(request))
      }
      this.#held.set(request.sandboxId, request)
      return () => void this.#held.delete(request.sandboxId)
    })
  }

  /**
   * A snapshot is rejected only when no disk quota is left at all, because its size is known only after the capture.
   * Throws quota_exceeded.
   */
  async checkSnapshot(teamId: string): Promise<void> {
    const { store, clock } = this.#deps
    const diskMb = (await store.findTeam(teamId))?.limits?.diskMb ?? null
    if (diskMb === null) return
    const used = await store.teamUsage(teamId, { nowMs: clock.nowMs(), without: [] })
    checkQuotas({ ...noLimits, diskMb }, used, aMegabyte)
  }
}

const aMegabyte: Usage = { runningSandboxes: 0, cpus: 0, memoryMb: 0, diskMb: 1 }

function usageOf({ resources }: QuotaRequest): Usage {
  const { cpuCount, memoryMb, diskSizeMb } = resources
  return { runningSandboxes: 1, cpus: cpuCount, memoryMb, diskMb: diskSizeMb }
}

function add(a: Usage, b: Usage): Usage {
  return {
    runningSandboxes: a.runningSandboxes + b.runningSandboxes,
    cpus: a.cpus + b.cpus,
    memoryMb: a.memoryMb + b.memoryMb,
    diskMb: a.diskMb + b.diskMb,
  }
}
