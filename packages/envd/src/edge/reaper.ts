/**
 * Collects ended children, and tells of stopped ones. As container init every orphan of the sandbox becomes ours, so then all are collected;
 * otherwise only those that we started.
 */

import { SystemCallError, waitpid } from './libc.ts'

const noHang = 1
const alsoStopped = 2
const stopped = 0x7f
const anyChild = -1

export interface Reaper {
  /** `onEnd` gets the status word of waitpid, once. */
  watch(pid: number, onEnd: (status: number) => void, onStop?: () => void): void
}

interface Watcher {
  readonly onEnd: (status: number) => void
  readonly onStop: (() => void) | undefined
}

export function createReaper(isInit: boolean): Reaper {
  const watched = new Map<number, Watcher>()
  const collect = () => {
    if (isInit) while (collectOne(anyChild, watched));
    else for (const pid of watched.keys()) collectOne(pid, watched)
  }
  process.on('SIGCHLD', collect)
  return { watch: (pid, onEnd, onStop) => void watched.set(pid, { onEnd, onStop }) }
}

const status = new Int32Array(1)

/** False when nobody was collected. */
function collectOne(which: number, watched: Map<number, Watcher>): boolean {
  let pid: number
  try {
    pid = waitpid(which, status, noHang | alsoStopped)
  } catch (error) {
    // ECHILD: there are no children at all.
    if (error instanceof SystemCallError && error.code === 'ECHILD') return false
    throw error
  }
  if (pid <= 0) return false
  const watcher = watched.get(pid)
  const word = status[0] ?? 0
  if ((word & 0xff) === stopped) {
    watcher?.onStop?.()
    return true
  }
  watched.delete(pid)
  watcher?.onEnd(word)
  return true
}
