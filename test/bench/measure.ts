/** The two installations that are measured, one after the other: without a pool, and with one. */
import { Sandbox } from 'e2b'
import type { BareRestores } from './bare-restore.ts'
import type { ControlApi } from './control-api.ts'
import { poolOf, withInstallation } from './own-installation.ts'
import type { Figure } from './report.ts'
import { atOnce, commands, oneAtATime, type Round } from './rounds.ts'

export interface Turns {
  readonly single: number
  readonly atOnce: number
}

export interface Measurement {
  readonly floor: BareRestores
  readonly turns: Turns
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

/** Sandboxes kept ready in the second half. */
export const poolSize = 2
const createsAtOnce = 8

/** Targets, as ratios of the medians. */
const restoreRatioMax = 1.4
const poolRatioMax = 0.25

export async function measure(measurement: Measurement): Promise<Figure[]> {
  const { tell } = measurement
  tell('      creates on a restore')
  const onRestore = await withInstallation(poolOf(0), ({ api }) => measureRestores(measurement, api))
  tell('      creates from a pool')
  const fromPool = await withInstallation(poolOf(poolSize), ({ api }) => measurePool(measurement, api))
  return [...onRestore, ...fromPool]
}

async function measureRestores(measurement: Measurement, api: ControlApi): Promise<Figure[]> {
  const { floor, turns, signal } = measurement
  const round: Round = { floor, api, turns: turns.single, signal }
  const nothing = () => Promise.resolve()
  const single = await oneAtATime(round, nothing)
  const eight = await atOnce({ ...round, turns: turns.atOnce }, createsAtOnce, nothing)
  const command = await measureCommands(turns.single, signal)
  return [
    { name: 'floor: bare restore', samples: single.floor },
    { name: 'create on a restore', samples: single.create, floor: single.floor, ratioMax: restoreRatioMax },
    { name: 'kill', samples: single.kill },
    { name: `floor: ${createsAtOnce} bare restores at once`, samples: eight.floor },
    { name: `${createsAtOnce} creates at once on restores`, samples: eight.create, floor: eight.floor },
    { name: "command: commands.run('true')", samples: command },
  ]
}

async function measurePool(measurement: Measurement, api: ControlApi): Promise<Figure[]> {
  const { floor, turns, signal } = measurement
  const single = await oneAtATime({ floor, api, turns: turns.single, signal }, () => api.poolIsFull(poolSize))
  return [
    { name: 'floor beside the pool: bare restore', samples: single.floor },
    { name: 'create from pool', samples: single.create, floor: single.floor, ratioMax: poolRatioMax },
    { name: 'kill beside the pool', samples: single.kill },
  ]
}

async function measureCommands(turns: number, signal: AbortSignal): Promise<number[]> {
  const sandbox = await Sandbox.create()
  try {
    return await commands(sandbox, turns, signal)
  } finally {
    await sandbox.kill()
  }
}
