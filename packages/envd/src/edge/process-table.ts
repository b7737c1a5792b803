/** Who is alive in the sandbox, from /proc. The daemon starts no helpers of its own: everybody else is a user's. */

import { readdirSync } from 'node:fs'
import { parentOf, processState } from '../dialect/proc-lines.ts'
import type { ProcessTable } from '../ports/process.ts'
import { textOfFile } from './regular-file.ts'

/** Ended: a zombie, or on its way out of the table. */
const endedStates: readonly (string | undefined)[] = ['Z', 'X', 'x', undefined]

/** What /proc says of one process, its threads included. */
export interface ProcessSnapshot {
  readonly pid: number
  readonly parent: number
  /** One letter for each thread. */
  readonly states: readonly string[]
}

/** Everybody alive but ourselves. */
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
    // It has gone since it was listed.
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
