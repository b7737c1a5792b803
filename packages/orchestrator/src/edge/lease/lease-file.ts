import { readFile, rename, writeFile } from 'node:fs/promises'
import type { LeaseBounds } from '@cay/core/lease/standing.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import type { LeaseFile, StoredLease } from '../../ports/lease.ts'

/** Not synced: it is written every few seconds, and means nothing after a power failure but for its incarnation. */
export function leaseFileAt(path: string): LeaseFile {
  return {
    async read() {
      try {
        return parse(await readFile(path, 'utf8'))
      } catch (error) {
        if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return undefined
        throw error
      }
    },
    async write(lease) {
      await writeFile(`${path}.new`, `${JSON.stringify(lease)}\n`, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

/** Throws SyntaxError for invalid JSON. Undefined for the format of another version. */
function parse(text: string): StoredLease | undefined {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('bootId' in value && typeof value.bootId === 'string')) return undefined
  if (!('incarnation' in value && typeof value.incarnation === 'number')) return undefined
  const { bootId, incarnation } = value
  const hasRenewed = 'lastSentAtMs' in value && typeof value.lastSentAtMs === 'number'
  const bounds = 'bounds' in value ? parseBounds(value.bounds) : undefined
  return {
    ...{ bootId, incarnation },
    ...(hasRenewed ? { lastSentAtMs: Number(value.lastSentAtMs) } : {}),
    ...(bounds === undefined ? {} : { bounds }),
  }
}

/** Undefined when one of them is missing. */
function parseBounds(value: unknown): LeaseBounds | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('leaseMs' in value && typeof value.leaseMs === 'number')) return undefined
  if (!('fenceMs' in value && typeof value.fenceMs === 'number')) return undefined
  if (!('endMs' in value && typeof value.endMs === 'number')) return undefined
  return { leaseMs: value.leaseMs, fenceMs: value.fenceMs, endMs: value.endMs }
}
