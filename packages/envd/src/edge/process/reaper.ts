/**
 * Reaps ended children and reports stopped ones. The init process of a container adopts every orphan of the sandbox,
 * so it reaps all children; otherwise only those that the daemon started are reaped.
 */

import { SystemCallError, waitpid } from '../libc.ts'

const noHang = 1
const alsoStopped = 2
const stopped = 0x7f
const anyChild = -1

export interface Reaper {
  /** `onEnd` is called once with the status word of waitpid. */
  watch(pid: number, onEnd: (status: number) => void, onStop?: () => void): void
  /** While the daemon stops all processes, stops are not reported; those that occurred before are reported first. */
  ignoreStops(isIgnoring: boolean): void
}

interface Watcher {
  readonly onEnd: (status: number) => void
  readonly onStop: (() => void) | undefined
}

export function createReaper(isInit: boolean): Reaper {
  const watched = new Map<number, Watcher>()
  let isDeaf = false
  const tell = (pid: number, word: number) => {
    const watcher = watched.get(pid)
    if ((word & 0xff) !== stopped) {
      watched.delete(pid)
      watcher?.onEnd(word)
    } else if (!isDeaf) watcher?.onStop?.()
  }
  const collect = () => {
    if (isInit) while (collectOne(anyChild, tell));
    else for (const pid of watched.keys()) collectOne(pid, tell)
  }
  process.on('SIGCHLD', collect)
  return {
    watch: (pid, onEnd, onStop) => void watched.set(pid, { onEnd, onStop }),
    ignoreStops: (isIgnoring) => {
      collect()
      isDeaf = isIgnoring
    },
  }
}

const status = new Int32Array(1)

/** Returns false if no child was reaped. */
function collectOne(which: number, tell: (pid: number, word: number) => void): boolean {
  let pid: number
  try {
    pid = waitpid(which, status, noHang | alsoStopped)
  } catch (error) {
    // ECHILD: there are no children.
    if (error instanceof SystemCallError && error.code === 'ECHILD') return false
    throw error
  }
  if (pid <= 0) return false
  tell(pid, status[0] ?? 0)
  return true
}
