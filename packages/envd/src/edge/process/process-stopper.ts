/**
 * Stops all processes in the sandbox and continues them. Because the daemon is init, one signal reaches all other
 * processes at once, so no process is forked in between; the rest of the work is to wait until system calls in
 * progress have ended.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import type { ProcessStopper, StoppedProcesses } from '../../ports/root-files.ts'
import { kill, SystemCallError } from '../libc.ts'
import { type ProcessSnapshot, snapshotProcesses } from './process-table.ts'
import type { Reaper } from './reaper.ts'

const signals = { stop: 19, continue: 18 } as const
const allProcesses = -1
const stopMsMax = 5_000
const pollMs = 5
/**
 * Stopped by a signal or by a tracer; ended; or waiting (vfork) for a child that was stopped before it executed its
 * program.
 */
const stoppedStates = ['T', 't', 'Z', 'X', 'D']

export function createProcessStopper(reaper: Reaper): ProcessStopper {
  return {
    stopAll: async () => {
      if (process.pid !== 1) throw new Error('only init may stop allProcesses')
      // A process that a user has stopped must not be continued here.
      const stoppedBefore = new Set(
        snapshotProcesses()
          .filter(hasStopped)
          .map(({ pid }) => pid),
      )
      reaper.ignoreStops(true)
      signalAll()
      const stopped = stoppedProcesses(reaper, stoppedBefore)
      try {
        await untilStopped()
        return stopped
      } catch (error) {
        stopped.continueAll()
        throw error
      }
    },
  }
}

function stoppedProcesses(reaper: Reaper, stoppedBefore: ReadonlySet<number>): StoppedProcesses {
  let isStopped = true
  return {
    assertStopped,
    continueAll: () => {
      if (!isStopped) return
      isStopped = false
      for (const { pid } of childrenFirst(snapshotProcesses())) {
        if (!stoppedBefore.has(pid)) signal(pid, signals.continue)
      }
      reaper.ignoreStops(false)
    },
  }
}

async function untilStopped(): Promise<void> {
  const deadline = performance.now() + stopMsMax
  while (!snapshotProcesses().every(hasStopped)) {
    if (performance.now() > deadline) assertStopped()
    await sleep(pollMs)
  }
}

function assertStopped(): void {
  const moving = snapshotProcesses().find((snapshot) => !hasStopped(snapshot))
  if (moving !== undefined) throw new ServiceError('conflict', `process ${moving.pid} did not stop in time`)
}

function hasStopped({ states }: ProcessSnapshot): boolean {
  return states.every((state) => stoppedStates.includes(state))
}

function childrenFirst(snapshots: readonly ProcessSnapshot[]): ProcessSnapshot[] {
  const parents = new Map(snapshots.map(({ pid, parent }) => [pid, parent]))
  const depthOf = (pid: number): number => {
    let depth = 0
    for (let at = parents.get(pid); at !== undefined && depth < snapshots.length; at = parents.get(at))
      depth += 1
    return depth
  }
  return snapshots
    .map((snapshot) => ({ snapshot, depth: depthOf(snapshot.pid) }))
    .sort((a, b) => b.depth - a.depth)
    .map(({ snapshot }) => snapshot)
}

function signalAll(): void {
  signal(allProcesses, signals.stop)
}

/** A process that no longer exists is not an error. */
function signal(pid: number, number: number): void {
  try {
    kill(pid, number)
  } catch (error) {
    if (!(error instanceof SystemCallError) || error.code !== 'ESRCH') throw error
  }
}
