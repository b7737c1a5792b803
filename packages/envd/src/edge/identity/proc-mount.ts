/**
 * Mounts `/proc` without gVisor's dentry cache. The cache holds up to a thousand entries, each with all data of its
 * process, although most of these processes have ended. This costs memory of the runtime, size of every checkpoint
 * and time of every restore. `mount -o remount` does not change the limit and a container spec cannot set it, so the
 * daemon unmounts /proc, and with it the cache, and mounts it again. Files of it that a process has open stay usable.
 */

import { decideProcRemount, withoutCache } from '../../dialect/identity/proc-mounts.ts'
import type { ProcMount } from '../../ports/identity.ts'
import { mount, unmount } from '../filesystem/libc-files.ts'
import { textOfFile } from '../filesystem/regular-file.ts'

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

/** Returns why /proc is left unchanged, or undefined if there is no cache any more. */
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

/**
 * Programs of the sandbox must not be left without /proc: if the mount without a cache fails, the default mount is
 * made.
 */
function replace(flags: number): void {
  unmount(place, detach)
  try {
    mount('none', place, 'proc', flags, withoutCache)
  } catch (error) {
    mount('none', place, 'proc', flags, null)
    throw error
  }
}
