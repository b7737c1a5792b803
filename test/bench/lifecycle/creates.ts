/** Creates from a pool and without one, one at a time and many at once. */

import type { Measured } from '../measured.ts'
import { atOnce, bareRestores, oneAtATime, type Round } from '../rounds.ts'
import { becomeInteractive } from './client.ts'
import type { LifecyclePart } from './part.ts'

const tailTurns = 5
const warmTurns = 2
const createsAtOnce = 50
/** Of fifty at once: each takes seconds. */
const atOnceTurns = 3

const ratios = { fromPool: 0.08, fromPoolTail: 0.25, interactive: 0.35, withoutPool: 1.2, atOnce: 1.15 }

export async function measureFromPool(part: LifecyclePart, poolSize: number): Promise<Partial<Measured>> {
  const { floor, turns, signal, own } = part
  const isFull = () => own.api.poolIsFull(poolSize)
  const single = await oneAtATime({ floor, api: own.api, turns: turns * tailTurns, signal }, isFull)
  const interactive = await interactiveInTurns(part, isFull)
  return {
    figures: [
      { name: 'R: bare restore to its first answer', samples: single.floor },
      {
        name: 'create from a pool',
        samples: single.create,
        floor: single.floor,
        ratioMax: ratios.fromPool,
        tailRatioMax: ratios.fromPoolTail,
      },
      { name: 'R beside the next', samples: interactive.floor },
      {
        name: 'create from a pool + first output of a command',
        samples: interactive.output,
        floor: interactive.floor,
        ratioMax: ratios.interactive,
      },
      {
        name: 'of it, the create (by the official client)',
        samples: interactive.create,
        floor: interactive.floor,
      },
    ],
  }
}

async function interactiveInTurns({ floor, turns, signal }: LifecyclePart, isFull: () => Promise<void>) {
  const samples = { floor: [] as number[], create: [] as number[], output: [] as number[] }
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    await isFull()
    const floorMs = await bareRestores(floor, 1)
    await isFull()
    const { sandbox, createMs, outputMs } = await becomeInteractive()
    await sandbox.kill()
    if (turn < 0) continue
    samples.floor.push(floorMs)
    samples.create.push(createMs)
    samples.output.push(outputMs)
  }
  return samples
}

export async function measureWithoutPool({
  floor,
  turns,
  signal,
  own,
}: LifecyclePart): Promise<Partial<Measured>> {
  const round: Round = { floor, api: own.api, turns, signal }
  const nothing = () => Promise.resolve()
  const single = await oneAtATime(round, nothing)
  const many = await atOnce({ ...round, turns: Math.min(turns, atOnceTurns) }, createsAtOnce, nothing)
  return {
    figures: [
      { name: 'R beside the next', samples: single.floor },
      {
        name: 'create without a pool',
        samples: single.create,
        floor: single.floor,
        ratioMax: ratios.withoutPool,
      },
      { name: `R_${createsAtOnce}: ${createsAtOnce} bare restores at once`, samples: many.floor },
      {
        name: `${createsAtOnce} creates at once without a pool`,
        samples: many.create,
        floor: many.floor,
        ratioMax: ratios.atOnce,
      },
    ],
  }
}
