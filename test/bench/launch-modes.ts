/** How public comparisons of sandboxes launch: one after the other, one each 200 ms, and all at once. */
import { setTimeout as sleep } from 'node:timers/promises'

const staggerMs = 200

export interface LaunchMode {
  readonly name: string
  /** A launch ends before the next one begins, so that what it made can go at once. */
  readonly isSequential: boolean
  readonly run: (count: number, launch: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

export const launchModes: readonly LaunchMode[] = [
  {
    name: 'sequential',
    isSequential: true,
    run: async (count, launch, signal) => {
      for (let done = 0; done < count && !signal.aborted; done++) await launch()
    },
  },
  {
    name: `one each ${staggerMs} ms`,
    isSequential: false,
    run: async (count, launch, signal) => {
      const started: Promise<void>[] = []
      for (let done = 0; done < count && !signal.aborted; done++) {
        started.push(launch())
        await sleep(staggerMs)
      }
      await Promise.all(started)
    },
  },
  {
    name: 'all at once',
    isSequential: false,
    run: async (count, launch) => {
      await Promise.all(Array.from({ length: count }, launch))
    },
  },
]

export interface LaunchOutcome {
  /** Milliseconds of each launch that succeeded. */
  readonly samples: readonly number[]
  readonly failures: readonly unknown[]
  readonly wallMs: number
}

export interface Launcher<T> {
  /** Resolves with what was made and the milliseconds that count. */
  readonly launch: () => Promise<{ readonly made: T; readonly ms: number }>
  /** Not timed. */
  readonly remove: (made: readonly T[]) => Promise<void>
}

export async function runLaunches<T>(
  mode: LaunchMode,
  { launch, remove }: Launcher<T>,
  count: number,
  signal: AbortSignal,
): Promise<LaunchOutcome> {
  const samples: number[] = []
  const failures: unknown[] = []
  const kept: T[] = []
  const one = async () => {
    try {
      const { made, ms } = await launch()
      samples.push(ms)
      if (mode.isSequential) await remove([made])
      else kept.push(made)
    } catch (error) {
      failures.push(error)
    }
  }
  const startedMs = performance.now()
  await mode.run(count, one, signal)
  const wallMs = performance.now() - startedMs
  await remove(kept)
  return { samples, failures, wallMs }
}
