/**
 * Detects that the kernel's OOM killer has ended processes of a sandbox: the log of the sandbox says so, and when the sandbox
 * dies of it, that is the reason of its end. Frozen sandboxes allocate nothing and are skipped.
 */
import { memoryLine } from '@cay/core/logs/life-lines.ts'
import { afterCheck, causeOfDeath, type MemoryKills, noKills } from '@cay/core/sandbox/cause-of-death.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Cgroups } from '../../ports/container.ts'
import type { Clock } from '../../ports/host.ts'
import type { LogCollector } from '../logs/log-collector.ts'
import type { LiveRecord, SandboxRegistry } from './sandbox-registry.ts'

/** Milliseconds between polls, by which the line in the log may be late. */
export const oomPollEveryMs = 2_000

export interface OomWatcherParts {
  readonly registry: SandboxRegistry
  readonly cgroups: Pick<Cgroups, 'memoryKills'>
  readonly clock: Clock
  readonly logs: LogCollector
  readonly log: Logger
}

export class OomWatcher {
  readonly #parts: OomWatcherParts
  /** By container id. */
  readonly #seen = new Map<string, MemoryKills>()
  #isPolling = false

  constructor(parts: OomWatcherParts) {
    this.#parts = parts
  }

  /** Never rejects. A poll that would begin before the last one ended is skipped. */
  async poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      const awake = this.#parts.registry.runningViews().filter(({ frozen }) => !frozen)
      this.#forgetDead()
      for (const { record } of awake) await this.#readKills(record)
    } catch (error) {
      this.#parts.log.warn(
        { event: 'oom.poll.failed', err: error },
        'failed to check for processes that ran out of memory',
      )
    } finally {
      this.#isPolling = false
    }
  }

  /** Takes the current count as known: an earlier run of the node has reported it. */
  async adopt({ container }: LiveRecord): Promise<void> {
    this.#seen.set(container.id, { count: await this.#parts.cgroups.memoryKills(container.id) })
  }

  /** The reason of a sandbox whose processes are gone although nothing ended them. */
  async causeOfDeath(record: LiveRecord): Promise<EndReason> {
    const kills = await this.#readKills(record)
    return causeOfDeath(kills, this.#parts.clock.nowMs())
  }

  async #readKills({ claim, container }: LiveRecord): Promise<MemoryKills> {
    const { cgroups, clock, logs } = this.#parts
    const count = await cgroups.memoryKills(container.id)
    const before = this.#seen.get(container.id) ?? noKills
    const now = afterCheck(before, count, clock.nowMs())
    if (now === before) return now
    this.#seen.set(container.id, now)
    logs.add(claim.sandboxId, [memoryLine(count - before.count)])
    return now
  }

  #forgetDead(): void {
    const living = new Set(this.#parts.registry.liveRecords().map(({ container }) => container.id))
    for (const id of this.#seen.keys()) if (!living.has(id)) this.#seen.delete(id)
  }
}
