/**
 * What public comparisons of sandboxes do: create + first command, one after the other, one each 200 ms, and a hundred at
 * once; with the settings that an installation has when nobody changes them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from 'e2b'
import type { Measured } from '../measured.ts'
import type { Figure, Reading } from '../report.ts'
import { becomeInteractive } from './client.ts'
import type { LifecyclePart } from './part.ts'

const staggerMs = 200
/** Each mode's creates are five times the turns: a hundred when nothing is said. */
const tailTurns = 5
/** The pool before each mode, as an installation has it at rest. */
const restingPool = 4

interface Mode {
  readonly name: string
  readonly run: (count: number, one: () => Promise<void>, signal: AbortSignal) => Promise<void>
}

const modes: readonly Mode[] = [
  {
    name: 'sequential',
    run: async (count, one, signal) => {
      for (let done = 0; done < count && !signal.aborted; done++) await one()
    },
  },
  {
    name: `staggered, one each ${staggerMs} ms`,
    run: async (count, one, signal) => {
      const started: Promise<void>[] = []
      for (let done = 0; done < count && !signal.aborted; done++) {
        started.push(one())
        await sleep(staggerMs)
      }
      await Promise.all(started)
    },
  },
  {
    name: 'burst, all at once',
    run: async (count, one) => {
      await Promise.all(Array.from({ length: count }, one))
    },
  },
]

export async function measureModes(part: LifecyclePart): Promise<Partial<Measured>> {
  const figures: Figure[] = []
  const readings: Reading[] = []
  for (const mode of modes) {
    part.signal.throwIfAborted()
    await part.own.api.poolIsFull(restingPool)
    const { samples, wallMs, failures } = await runMode(mode, part)
    if (samples.length > 0)
      figures.push({ name: `${samples.length} x create + command, ${mode.name}`, samples })
    readings.push(
      { name: `  wall time, ${mode.name}`, value: wallMs / 1000, unit: 's' },
      { name: `  failures, ${mode.name}`, value: failures.length, unit: '', valueMax: 0 },
    )
    for (const failure of failures.slice(0, 3)) part.tell(`      failed: ${String(failure)}`)
  }
  return { figures, readings }
}

async function runMode(mode: Mode, { turns, signal }: LifecyclePart) {
  const samples: number[] = []
  const failures: unknown[] = []
  const kept: Sandbox[] = []
  const one = async () => {
    try {
      const { sandbox, outputMs } = await becomeInteractive()
      samples.push(outputMs)
      // One at a time, each goes before the next comes; otherwise all of them live until the last is there.
      if (mode === modes[0]) await sandbox.kill()
      else kept.push(sandbox)
    } catch (error) {
      failures.push(error)
    }
  }
  const startedMs = performance.now()
  await mode.run(turns * tailTurns, one, signal)
  const wallMs = performance.now() - startedMs
  for (const sandbox of kept) await sandbox.kill()
  return { samples, wallMs, failures }
}
