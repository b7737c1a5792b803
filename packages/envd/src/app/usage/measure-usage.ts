/** Measures how much processor time, memory and disk space the sandbox uses. */

import type { SystemUsage } from '../../ports/usage.ts'
import type { SandboxState } from '../identity/sandbox-state.ts'

export interface Usage {
  readonly cpuCount: number
  /** Share of all processors together since the last measurement, rounded to two decimals. */
  readonly cpuPercent: number
  readonly memory: { readonly totalBytes: number; readonly usedBytes: number; readonly cacheBytes: number }
  readonly disk: { readonly totalBytes: number; readonly usedBytes: number }
}

export interface UsageDeps {
  readonly state: SandboxState
  readonly usage: SystemUsage
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

interface Sample {
  readonly atMs: number
  readonly cpuSeconds: number
}

/** The kernel counts processor time in hundredths of a second, so a shorter interval gives no useful value. */
const spanMsMin = 100

const bytesPerMb = 1024 * 1024

export class UsageMeter {
  readonly #deps: UsageDeps
  #last: Sample | undefined
  #underWay: Promise<Usage> | undefined

  constructor(deps: UsageDeps) {
    this.#deps = deps
  }

  /**
   * The first call measures over a short interval, as does a call that follows closely on another. Concurrent callers
   * share one result, because reading all processes takes long when there are many.
   */
  measure(): Promise<Usage> {
    this.#underWay ??= this.#measure().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async #measure(): Promise<Usage> {
    const { usage, state } = this.#deps
    const { resources } = state.identity
    const cpuCount = resources?.cpuCount ?? usage.cpuCount()
    const used = await this.#cpuSecondsPerSecond()
    const disk = usage.disk()
    return {
      cpuCount,
      cpuPercent: percentOf(used / cpuCount),
      memory: usage.memory(),
      disk: resources === undefined ? disk : { ...disk, totalBytes: resources.diskSizeMb * bytesPerMb },
    }
  }

  async #cpuSecondsPerSecond(): Promise<number> {
    const { nowMs, wait } = this.#deps
    let before = this.#last
    if (before === undefined || nowMs() - before.atMs < spanMsMin) {
      before = this.#sample()
      await wait(spanMsMin)
    }
    const now = this.#sample()
    this.#last = now
    return (now.cpuSeconds - before.cpuSeconds) / ((now.atMs - before.atMs) / 1000)
  }

  #sample(): Sample {
    return { atMs: this.#deps.nowMs(), cpuSeconds: this.#deps.usage.cpuSeconds() }
  }
}

/** The CPU time of processes that were never reaped can be lost, and ticks are coarse, so the value is clamped. */
function percentOf(share: number): number {
  if (!Number.isFinite(share)) return 0
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100
}
