/**
 * What public comparisons of sandboxes do: create + first command, in three launch modes, with the settings that an
 * installation has when nobody changes them.
 */
import type { Sandbox } from 'e2b'
import { type Launcher, launchModes, runLaunches } from '../launch-modes.ts'
import type { Measured } from '../measured.ts'
import type { Figure, Reading } from '../report.ts'
import { becomeInteractive } from './client.ts'
import type { LifecyclePart } from './part.ts'

/** Each mode's creates are five times the turns: a hundred when nothing is said. */
const tailTurns = 5
/** The pool before each mode, as an installation has it at rest. */
const restingPool = 4

const interactiveSandboxes: Launcher<Sandbox> = {
  launch: async () => {
    const { sandbox, outputMs } = await becomeInteractive()
    return { made: sandbox, ms: outputMs }
  },
  remove: async (sandboxes) => {
    for (const sandbox of sandboxes) await sandbox.kill()
  },
}

export async function measureModes(part: LifecyclePart): Promise<Partial<Measured>> {
  const { turns, signal } = part
  const figures: Figure[] = []
  const readings: Reading[] = []
  for (const mode of launchModes) {
    signal.throwIfAborted()
    await part.own.api.poolIsFull(restingPool)
    const outcome = await runLaunches(mode, interactiveSandboxes, turns * tailTurns, signal)
    const { samples, wallMs, failures } = outcome
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
