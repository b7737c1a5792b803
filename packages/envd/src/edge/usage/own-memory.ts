/**
 * Trims the memory of this process: every sandbox of a template has a copy of what its daemon held when the
 * checkpoint was taken, including garbage and free blocks of the C library. Node offers no garbage collection that
 * returns pages to the system, so this uses the engine's `gc`, which a new context exposes once the flag is set.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { OwnMemory } from '../../ports/runtime.ts'
import { mallocTrim } from '../libc.ts'

export function createOwnMemory(): OwnMemory {
  return {
    trim() {
      collectGarbage()
      mallocTrim(0)
    },
  }
}

/**
 * The flag is not set at startup, because Node would then compile its own modules instead of using the code cached at
 * build time. Compiled code of the daemon is kept although it has not run for several collections: it was run to have
 * it compiled in the checkpoint.
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
