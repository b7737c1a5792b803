import { readFile } from 'node:fs/promises'
import { isSettable } from '@cay/core/placement/node-status.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { StatusFile, StoredStatus } from '../../ports/machine.ts'

export function statusFileAt(path: string): StatusFile {
  return {
    async read() {
      try {
        return parse(await readFile(path, 'utf8'))
      } catch (error) {
        if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    write: (kept) => writeAtomic(path, `${JSON.stringify(kept)}\n`),
  }
}

/** Throws SyntaxError for invalid JSON. Undefined for the format of another version. */
function parse(text: string): StoredStatus | undefined {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('status' in value && isSettable(value.status))) return undefined
  if (!('changedAtMs' in value && typeof value.changedAtMs === 'number')) return undefined
  return { status: value.status, changedAtMs: value.changedAtMs }
}
