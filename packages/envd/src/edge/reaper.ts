/**
 * Collects ended children. As container init every orphan of the sandbox becomes ours, so then all are collected;
 * otherwise only those that we started.
 */

import { SystemCallError, waitpid } from './libc.ts'

const noHang = 1
const anyChild = -1

export interface Reaper {
  /** `onEnd` gets the status word of waitpid, once. */
  watch(pid: number, onEnd: (status: number) => void): void
}

export function createReaper(isInit: boolean): Reaper {
  const watched = new Map<number, (status: number) => void>()
  const collect = () => {
    if (isInit) while (collectOne(anyChild, watched));
    else for (const pid of watched.keys()) collectOne(pid, watched)
  }
  process.on('SIGCHLD', collect)
  return { watch: (pid, onEnd) => void watched.set(pid, onEnd) }
}

const status = new Int32Array(1)

/** False when nobody was collected. */
function collectOne(which: number, watched: Map<number, (status: number) => void>): boolean {
  let pid: number
  try {
    pid = waitpid(which, status, noHang)
  } catch (error) {
    // ECHILD: there are no children at all.
    if (error instanceof SystemCallError && error.code === 'ECHILD') return false
    throw error
  }
  if (pid <= 0) return false
  const onEnd = watched.get(pid)
  watched.delete(pid)
  onEnd?.(status[0] ?? 0)
  return true
}
