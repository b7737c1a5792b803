/**
 * Pause, resume and fork of a small sandbox, against the runtime's own checkpoint and restore. The node has no pool, so
 * what is restored is restored when it is asked for. Product and floor take turns.
 */
import type { BareRestores } from '../bare-restore.ts'
import type { Measured } from '../measured.ts'
import { timed, withPlaces } from '../rounds.ts'
import type { LifecyclePart } from './part.ts'

const warmTurns = 1
/** Of ten copies at once: each turn takes seconds. */
const manyTurns = 5
const copiesMany = 10
const ratios = { pause: 1.3, resumeCold: 1.15, resumeFrozen: 0.08, fork: 1.15 }

/** For a node that keeps nothing of a paused sandbox in memory. */
export async function measureColdResume(part: LifecyclePart): Promise<Partial<Measured>> {
  const { floor, pause, resume } = await pausesAndResumes(part)
  return {
    figures: [
      { name: 'K: bare checkpoint', samples: floor.checkpoint },
      { name: 'R: bare restore', samples: floor.restore },
      { name: 'pause', samples: pause, floor: floor.checkpoint, ratioMax: ratios.pause },
      { name: 'resume, restored', samples: resume, floor: floor.restore, ratioMax: ratios.resumeCold },
    ],
  }
}

/** For a node that keeps paused sandboxes in memory while there is room. */
export async function measureQuickResume(part: LifecyclePart): Promise<Partial<Measured>> {
  const { floor, pause, resume } = await pausesAndResumes(part)
  return {
    figures: [
      {
        name: 'pause, a copy stays in memory',
        samples: pause,
        floor: floor.checkpoint,
        ratioMax: ratios.pause,
      },
      {
        name: 'resume from the copy in memory',
        samples: resume,
        floor: floor.restore,
        ratioMax: ratios.resumeFrozen,
      },
    ],
  }
}

async function pausesAndResumes({ floor, own, turns, signal }: LifecyclePart) {
  const samples = {
    floor: { checkpoint: [] as number[], restore: [] as number[] },
    pause: [] as number[],
    resume: [] as number[],
  }
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const bare = await bareRun(floor, 1)
    const { sandboxId } = await own.api.create()
    const pauseMs = await own.api.pause(sandboxId)
    const resumeMs = await own.api.connect(sandboxId)
    await own.api.kill(sandboxId)
    if (turn < 0) continue
    samples.floor.checkpoint.push(bare.checkpointMs)
    samples.floor.restore.push(bare.restoreMs)
    samples.pause.push(pauseMs)
    samples.resume.push(resumeMs)
  }
  return samples
}

export async function measureForks(part: LifecyclePart): Promise<Partial<Measured>> {
  const one = await forks(part, 1)
  const many = await forks({ ...part, turns: Math.min(part.turns, manyTurns) }, copiesMany)
  return {
    figures: [
      { name: 'K + R', samples: one.floor },
      { name: 'fork, 1 copy', samples: one.fork, floor: one.floor, ratioMax: ratios.fork },
      { name: `K + R_${copiesMany}`, samples: many.floor },
      { name: `fork, ${copiesMany} copies`, samples: many.fork, floor: many.floor, ratioMax: ratios.fork },
    ],
  }
}

async function forks({ floor, own, turns, signal }: LifecyclePart, copies: number) {
  const samples = { floor: [] as number[], fork: [] as number[] }
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const bare = await bareRun(floor, copies)
    const { sandboxId } = await own.api.create()
    const { ms, sandboxIds } = await own.api.fork(sandboxId, copies)
    for (const id of [sandboxId, ...sandboxIds]) await own.api.kill(id)
    if (turn < 0) continue
    samples.floor.push(bare.checkpointMs + bare.restoreMs)
    samples.fork.push(ms)
  }
  return samples
}

/** So many restores at once, and then a checkpoint of the first. */
async function bareRun(floor: BareRestores, copies: number) {
  return await withPlaces(floor, copies, async (places) => {
    const restoreMs = await timed(() => Promise.all(places.map((place) => floor.restore(place))))
    const [first] = places
    if (first === undefined) throw new TypeError('there is no place')
    return { restoreMs, checkpointMs: await floor.checkpoint(first) }
  })
}
