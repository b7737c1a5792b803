/**
 * `/proc` without gVisor's cache of entries. That cache keeps up to a thousand entries, each with all that belongs to its
 * process, although most processes have ended: they are in the memory of the runtime, in every checkpoint and in the time of
 * every restore. `mount -o remount` does not change the limit and a container spec cannot name it, so the daemon takes the
 * mount away, with its cache, and makes another one. Whoever has something of it open keeps that.
 */

import { decideProcRemount, withoutCache } from '../dialect/proc-mounts.ts'
import type { ProcMount } from '../ports/identity.ts'
import { mount, unmount } from './libc-files.ts'
import { textOfFile } from './regular-file.ts'

const place = '/proc'
const mountsPath = '/proc/self/mounts'
/** `MNT_DETACH`. */
const detach = 2

export function createProcMount(): ProcMount {
  let told: string | undefined
  return {
    dropCache: () => {
      const trouble = dropCache()
      if (trouble === told) return undefined
      told = trouble
      return trouble
    },
  }
}

/** Answers why /proc stays as it is, or nothing when there is no cache any more. */
function dropCache(): string | undefined {
  try {
    const mounts = textOfFile(mountsPath)
    if (mounts === undefined) return `${mountsPath} cannot be read`
    const decision = decideProcRemount(mounts)
    if (decision.kind === 'refuse') return decision.reason
    if (decision.kind === 'remount') replace(decision.flags)
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** No program of the sandbox is to be left without /proc: what cannot be mounted as wanted is mounted as usual. */
function replace(flags: number): void {
  unmount(place, detach)
  try {
    mount('none', place, 'proc', flags, withoutCache)
  } catch (error) {
    mount('none', place, 'proc', flags, null)
    throw error
  }
}
