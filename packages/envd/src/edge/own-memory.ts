/**
 * The memory of this process: every sandbox of a template has a copy of what its daemon held when it was saved, garbage and
 * free blocks of the C library included. Node offers no collection that gives pages back, so the engine's own is used, as a
 * fresh context has it once it is asked for.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { OwnMemory } from '../ports/runtime.ts'
import { mallocTrim } from './libc.ts'

export function createOwnMemory(): OwnMemory {
  return {
    trim() {
      collectGarbage()
      mallocTrim(0)
    },
  }
}

/**
 * The flag is not given at the start: with it Node compiles its own modules anew, instead of taking what was compiled at its
 * build. What was compiled of the daemon is kept, although nobody has run it for several collections: it was run to be there.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  setFlagsFromString('--no-flush-bytecode')
  try {
    const collect = runInNewContext('gc') as NodeJS.GCFunction
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  } finally {
    setFlagsFromString('--flush-bytecode')
    setFlagsFromString('--no-expose-gc')
  }
}
