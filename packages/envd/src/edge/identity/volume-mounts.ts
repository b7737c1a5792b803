/**
 * Binds the volumes of the sandbox to their mount points. The node mounts all of them in one directory, which is part of
 * the container's spec and therefore of every checkpoint; where in the tree a volume belongs is only known with the
 * identity.
 */

import type { VolumeMounts } from '../../ports/identity.ts'
import { mount, unmount } from '../filesystem/libc-files.ts'
import { makeDirectories } from '../filesystem/make-directories.ts'
import { SystemCallError } from '../libc.ts'

/** `MS_BIND`. */
const bind = 4096
/** `MNT_DETACH`: programs that use the volume keep what they have open. */
const detach = 2
const root = { uid: 0, gid: 0 }

/** `directory` has one directory for each volume, named by its index. */
export function createVolumeMounts(directory: string): VolumeMounts {
  let mounted: readonly string[] = []
  return {
    mount: (paths) => {
      const isKept = (path: string, index: number) => mounted[index] === path
      // A mount point may lie in another volume, so the last one goes first.
      for (const [index, path] of [...mounted.entries()].reverse()) if (paths[index] !== path) release(path)
      for (const [index, path] of paths.entries()) {
        if (isKept(path, index)) continue
        makeDirectories(path, root)
        mount(`${directory}/${index}`, path, null, bind, null)
      }
      mounted = paths
    },
  }
}

/** Root of the sandbox may have unmounted it. */
function release(path: string): void {
  try {
    unmount(path, detach)
  } catch (error) {
    if (!(error instanceof SystemCallError && error.code === 'EINVAL')) throw error
  }
}
