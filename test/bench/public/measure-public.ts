/**
 * The three modes of the public sandbox benchmark as it is run today (create, its identity probe, `node -v`), with its
 * score; and bare restores launched in the same way, each up to the first answer, as the floor.
 */
import type { Container } from '@cay/orchestrator/ports/container.ts'
import { Sandbox } from 'e2b'
import {
  type Launcher,
  type LaunchMode,
  type LaunchOutcome,
  launchModes,
  runLaunches,
} from '../launch-modes.ts'
import type { Measured, Measurement } from '../measured.ts'
import { withInstallation } from '../own-installation.ts'
import { withPlaces } from '../rounds.ts'
import { probe } from './identity-probe.ts'
import { publicScore } from './score.ts'

/** A hundred launches in each mode when nothing is said. */
const launchesPerTurn = 5
/** The pool before each mode, as an installation has it at rest. */
const restingPool = 4
const sandboxTimeoutMs = 600_000

export function measurePublic(given: Measurement): Promise<Measured> {
  return withInstallation({}, async (own) => {
    const measured = { figures: [], readings: [], notes: [] }
    for (const mode of launchModes) {
      given.signal.throwIfAborted()
      const floor = await launchBare(mode, given)
      await own.api.poolIsFull(restingPool)
      add(measured, mode, given, { floor, product: await launchSandboxes(mode, given) })
    }
    return measured
  })
}

interface Growing {
  readonly figures: Measured['figures'][number][]
  readonly readings: Measured['readings'][number][]
  readonly notes: string[]
}

interface Outcomes {
  readonly floor: LaunchOutcome
  readonly product: LaunchOutcome
}

function add(
  { figures, readings, notes }: Growing,
  mode: LaunchMode,
  { turns }: Measurement,
  all: Outcomes,
): void {
  const launched = turns * launchesPerTurn
  const { floor, product } = all
  if (floor.samples.length > 0) figures.push({ name: `bare restores, ${mode.name}`, samples: floor.samples })
  if (product.samples.length > 0)
    figures.push({
      name: `create + probe, ${mode.name}`,
      samples: product.samples,
      ...(floor.samples.length === 0 ? {} : { floor: floor.samples }),
    })
  readings.push(
    {
      name: `  score, bare, ${mode.name}`,
      value: publicScore(floor.samples, launched),
      unit: 'of 100',
    },
    { name: `  score, ${mode.name}`, value: publicScore(product.samples, launched), unit: 'of 100' },
    { name: `  wall time, bare, ${mode.name}`, value: floor.wallMs / 1000, unit: 's' },
    { name: `  wall time, ${mode.name}`, value: product.wallMs / 1000, unit: 's' },
    { name: `  failures, ${mode.name}`, value: product.failures.length, unit: '', valueMax: 0 },
  )
  for (const failure of product.failures.slice(0, 3)) notes.push(`a launch failed: ${String(failure)}`)
}

function launchSandboxes(mode: LaunchMode, { turns, signal }: Measurement) {
  return runLaunches(mode, probedSandboxes, turns * launchesPerTurn, signal)
}

const probedSandboxes: Launcher<Sandbox> = {
  launch: async () => {
    const startedMs = performance.now()
    const sandbox = await Sandbox.create('base', { timeoutMs: sandboxTimeoutMs })
    try {
      await probe(sandbox)
      return { made: sandbox, ms: performance.now() - startedMs }
    } catch (error) {
      await sandbox.kill()
      throw error
    }
  },
  remove: async (sandboxes) => {
    for (const sandbox of sandboxes) await sandbox.kill()
  },
}

/** The places are made before the first launch, and removed after the last. */
function launchBare(mode: LaunchMode, { floor, turns, signal }: Measurement): Promise<LaunchOutcome> {
  const launched = turns * launchesPerTurn
  return withPlaces(floor, launched, (places) => {
    const free = [...places]
    const bare: Launcher<Container> = {
      launch: async () => {
        const place = free.pop()
        if (place === undefined) throw new Error('there are fewer places than launches')
        return { made: place, ms: await floor.restore(place) }
      },
      remove: () => Promise.resolve(),
    }
    return runLaunches(mode, bare, launched, signal)
  })
}

export const insidePublicFigures = `
  create + probe      \`Sandbox.create\` of the official client, then one command that reads what identifies a sandbox and runs
                      \`node -v\`; up to its answer. The pool as a fresh installation has it, full before each mode.
  bare restores       the runtime alone, launched in the same way, up to the daemon's first answer; no command.
  score               (0.60 median + 0.25 p95 + 0.15 p99) of 100 x (1 - ms / 10,000), 5 % trimmed at each end, times successes.`
