/** The two installations that are measured, one after the other: without a pool, and with one. */
import { Sandbox } from 'e2b'
import type { ControlApi } from './control-api.ts'
import type { Measured, Measurement } from './measured.ts'
import { poolOf, withInstallation } from './own-installation.ts'
import type { Figure } from './report.ts'
import { atOnce, commands, oneAtATime, type Round } from './rounds.ts'

/** Sandboxes kept ready in the second half. */
const poolSize = 2
const createsAtOnce = 8
/** A burst takes as long as several creates. */
const turnsPerBurst = 4

/** Targets, as ratios of the medians. */
const restoreRatioMax = 1.4
const poolRatioMax = 0.25

export const insideCreateFigures = `
  floor      the call of \`runsc restore\` (same checkpoint, EROFS file, spec and flags) up to the first HTTP answer of
             envd. Made before, not counted: network slot, directories, spec. The writable layer is a plain directory:
             no limited disk. No identity is given, nothing is recorded.
  create     POST /sandboxes on a warm connection up to the last byte of the 201: control's checks and records, the
             node's admission and records, the container, the identity by one call to envd. Made before, not counted:
             network slots and what belongs to them, as far as the node keeps them ready.
  from pool  the same, with ${poolSize} sandboxes restored ahead; each create waits until the pool is full.
  at once    until the last one has answered.
  kill       DELETE up to the 204.
  command    \`commands.run('true')\` of the official client through the proxy, in one sandbox, on warm connections.`

export async function measureCreates(measurement: Measurement): Promise<Measured> {
  const { tell } = measurement
  tell('      creates on a restore')
  const onRestore = await withInstallation(poolOf(0), ({ api }) => measureRestores(measurement, api))
  tell('      creates from a pool')
  const fromPool = await withInstallation(poolOf(poolSize), ({ api }) => measurePool(measurement, api))
  return { figures: [...onRestore, ...fromPool], readings: [], notes: [] }
}

async function measureRestores(measurement: Measurement, api: ControlApi): Promise<Figure[]> {
  const { floor, turns, signal } = measurement
  const round: Round = { floor, api, turns, signal }
  const nothing = () => Promise.resolve()
  const single = await oneAtATime(round, nothing)
  const eight = await atOnce({ ...round, turns: Math.ceil(turns / turnsPerBurst) }, createsAtOnce, nothing)
  const command = await measureCommands(turns, signal)
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
  const single = await oneAtATime({ floor, api, turns, signal }, () => api.poolIsFull(poolSize))
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
