/**
 * Stops all processes in the sandbox and continues them. Because the daemon is init, one signal reaches all other
 * processes at once, so no process is forked in between; the rest of the work is to wait until system calls in
 * progress have ended.
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
/**
 * Stopped by a signal or by a tracer; ended; or waiting (vfork) for a child that was stopped before it executed its
 * program.
 */
const stillStates = ['T', 't', 'Z', 'X', 'D']

export function createProcessStopper(reaper: Reaper): ProcessStopper {
  return {
    stopAll: async () => {
      if (process.pid !== 1) throw new Error('only init may stop everybody')
      // A process that a user has stopped must not be continued here.
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

/** A process that no longer exists is not an error. */
function signal(pid: number, number: number): void {
  try {
    kill(pid, number)
  } catch (error) {
    if (!(error instanceof SystemCallError) || error.code !== 'ESRCH') throw error
  }
}
