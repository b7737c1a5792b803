/**
 * Lists the live processes in the sandbox from /proc. The daemon starts no helper processes of its own, so every
 * other process belongs to a user.
 */

import { readdirSync } from 'node:fs'
import { parentOf, processState } from '../../dialect/process/proc-lines.ts'
import type { ProcessTable } from '../../ports/process.ts'
import { textOfFile } from '../filesystem/regular-file.ts'

/** The process has ended: it is a zombie or is being removed from the table. */
const endedStates: readonly (string | undefined)[] = ['Z', 'X', 'x', undefined]

/** What /proc reports about one process, including its threads. */
export interface ProcessSnapshot {
  readonly pid: number
  readonly parent: number
  /** One state letter per thread. */
  readonly states: readonly string[]
}

/** Returns every live process except the daemon. */
export function snapshotProcesses(): ProcessSnapshot[] {
  return createProcessTable()
    .alive()
    .flatMap((pid) => {
      const stat = textOfFile(`/proc/${pid}/stat`)
      return stat === undefined ? [] : [{ pid, parent: parentOf(stat) ?? 0, states: threadStates(pid) }]
    })
}

function threadStates(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const state = processState(textOfFile(`/proc/${pid}/task/${thread}/stat`) ?? '')
      return state === undefined ? [] : [state]
    })
  } catch {
    // The process ended after it was listed.
    return []
  }
}

export function createProcessTable(): ProcessTable {
  return {
    alive: () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => pid !== process.pid && !endedStates.includes(stateOf(pid))),
  }
}

function stateOf(pid: number): string | undefined {
  return processState(textOfFile(`/proc/${pid}/stat`) ?? '')
}
