/**
 * What is measured and in which order. Product and floor take turns (A B A B ...), so that whatever else the machine
 * does meets both alike; the first turns warm the page cache and the compilers and are not kept.
 */
import type { Container } from '@cay/orchestrator/ports/container.ts'
import type { Sandbox } from 'e2b'
import type { BareRestores } from './bare-restore.ts'
import type { ControlApi, TimedSandbox } from './control-api.ts'

const warmTurns = 2

export interface Round {
  readonly floor: BareRestores
  readonly api: ControlApi
  readonly turns: number
  readonly signal: AbortSignal
}

/** Each create against a bare restore, one at a time. `beforeTurn` is waited for before either. */
export async function oneAtATime(round: Round, beforeTurn: () => Promise<void>) {
  const samples = { floor: [] as number[], create: [] as number[], kill: [] as number[] }
  for (let turn = -warmTurns; turn < round.turns; turn++) {
    round.signal.throwIfAborted()
    await beforeTurn()
    const floorMs = await bareRestores(round.floor, 1)
    await beforeTurn()
    const { sandboxId, ms } = await round.api.create()
    const killMs = await round.api.kill(sandboxId)
    if (turn < 0) continue
    samples.floor.push(floorMs)
    samples.create.push(ms)
    samples.kill.push(killMs)
  }
  return samples
}

/** `count` creates at once against `count` bare restores at once: milliseconds until the last is done. */
export async function atOnce(round: Round, count: number, beforeTurn: () => Promise<void>) {
  const samples = { floor: [] as number[], create: [] as number[] }
  for (let turn = -1; turn < round.turns; turn++) {
    round.signal.throwIfAborted()
    await beforeTurn()
    const floorMs = await bareRestores(round.floor, count)
    await beforeTurn()
    const createMs = await createAndKill(round, count)
    if (turn < 0) continue
    samples.floor.push(floorMs)
    samples.create.push(createMs)
  }
  return samples
}

/** A command that does nothing, in one sandbox, by the official client. */
export async function commands(sandbox: Sandbox, turns: number, signal: AbortSignal): Promise<number[]> {
  const samples: number[] = []
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const startedMs = performance.now()
    await sandbox.commands.run('true')
    if (turn >= 0) samples.push(performance.now() - startedMs)
  }
  return samples
}

export async function bareRestores(floor: BareRestores, count: number): Promise<number> {
  return await withPlaces(floor, count, (places) =>
    timed(() => settleAll(places.map((place) => floor.restore(place)))),
  )
}

export async function withPlaces<T>(
  floor: BareRestores,
  count: number,
  task: (places: readonly Container[]) => Promise<T>,
): Promise<T> {
  const places = await floor.makePlaces(count)
  try {
    return await task(places)
  } finally {
    await floor.remove(places)
  }
}

async function createAndKill({ api }: Round, count: number): Promise<number> {
  let sandboxes: TimedSandbox[] = []
  try {
    return await timed(async () => {
      sandboxes = await settleAll(Array.from({ length: count }, () => api.create()))
    })
  } finally {
    await settleAll(sandboxes.map(({ sandboxId }) => api.kill(sandboxId)))
  }
}

export async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await task()
  return performance.now() - startedMs
}

/** Waits for all, also when one fails: what still runs must not meet the clean-up. */
async function settleAll<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks)
  return await Promise.all(tasks)
}
