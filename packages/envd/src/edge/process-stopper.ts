/**
 * Makes everybody in the sandbox stand still, and go on. As init one signal reaches all others at one moment, so nobody is
 * born meanwhile; the rest is waiting until what was under way in the kernel is over.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import type { ProcessStopper, StoppedProcesses } from '../ports/root-files.ts'
import { kill, SystemCallError } from './libc.ts'
import { type ProcessSnapshot, snapshotProcesses } from './process-table.ts'
import type { Reaper } from './reaper.ts'

const signals = { stop: 19, continue: 18 } as const
const everybody = -1
const stillWithinMs = 5_000
const lookAgainMs = 5
/** Stopped, by a signal or by its tracer; ended; or waiting for a child that has stopped before it began. */
const stillStates = ['T', 't', 'Z', 'X', 'D']

export function createProcessStopper(reaper: Reaper): ProcessStopper {
  return {
    stopAll: async () => {
      if (process.pid !== 1) throw new Error('only init may stop everybody')
      // Whom a user has stopped is not ours to wake.
      const stoppedBefore = new Set(
        snapshotProcesses()
          .filter(isStill)
          .map(({ pid }) => pid),
      )
      reaper.ignoreStops(true)
      signalAll()
      const stopped = stoppedProcesses(reaper, stoppedBefore)
      try {
        await stillness()
        return stopped
      } catch (error) {
        stopped.letGo()
        throw error
      }
    },
  }
}

function stoppedProcesses(reaper: Reaper, stoppedBefore: ReadonlySet<number>): StoppedProcesses {
  let isStopped = true
  return {
    assertStill,
    letGo: () => {
      if (!isStopped) return
      isStopped = false
      for (const { pid } of childrenFirst(snapshotProcesses())) {
        if (!stoppedBefore.has(pid)) signal(pid, signals.continue)
      }
      reaper.ignoreStops(false)
    },
  }
}

async function stillness(): Promise<void> {
  const deadline = performance.now() + stillWithinMs
  while (!snapshotProcesses().every(isStill)) {
    if (performance.now() > deadline) assertStill()
    await sleep(lookAgainMs)
  }
}

function assertStill(): void {
  const moving = snapshotProcesses().find((look) => !isStill(look))
  if (moving !== undefined) throw new ServiceError('conflict', `process ${moving.pid} did not stop in time`)
}

function isStill({ states }: ProcessSnapshot): boolean {
  return states.every((state) => stillStates.includes(state))
}

function childrenFirst(looks: readonly ProcessSnapshot[]): ProcessSnapshot[] {
  const parents = new Map(looks.map(({ pid, parent }) => [pid, parent]))
  const depthOf = (pid: number): number => {
    let depth = 0
    for (let at = parents.get(pid); at !== undefined && depth < looks.length; at = parents.get(at)) depth += 1
    return depth
  }
  return looks
    .map((look) => ({ look, depth: depthOf(look.pid) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ look }) => look)
}

function signalAll(): void {
  signal(everybody, signals.stop)
}

/** Nobody there is fine. */
function signal(pid: number, number: number): void {
  try {
    kill(pid, number)
  } catch (error) {
    if (!(error instanceof SystemCallError) || error.code !== 'ESRCH') throw error
  }
}
