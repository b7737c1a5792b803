/** Who is alive in the sandbox, from /proc. The daemon starts no helpers of its own: everybody else is a user's. */

import { readdirSync, readFileSync } from 'node:fs'
import { processState } from '../dialect/proc-lines.ts'
import type { ProcessTable } from '../ports.ts'

/** Ended: a zombie, or on its way out of the table. */
const endedStates: readonly (string | undefined)[] = ['Z', 'X', 'x', undefined]

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
  try {
    return processState(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // It has gone since it was listed.
    return undefined
  }
}
