/**
 * Gives access to the root file system alone. The daemon uses a second mount of it, which no other process sees:
 * there, no mount hides what lies below it, and no walk enters another file system.
 */

import { closeSync, constants, fstatSync, mkdirSync, openSync, rmdirSync } from 'node:fs'
import type { RootFiles, RootView } from '../../ports/root-files.ts'
import { mount, openAt, openFlags, setTimesOf, timesOf, unlinkAt, unmount } from '../filesystem/libc-files.ts'
import { walkTree } from './tree-walk.ts'
import { createTreeWriter } from './tree-writer.ts'

const bind = 0x1000
/** `MNT_DETACH`: the mount ends when its last file descriptor is closed. */
const detach = 2
const { O_WRONLY, O_CREAT } = constants
const probeName = Buffer.from('.cay/.probe\0')

/** The mount point exists only for a moment. */
export function createRootFiles(mountPoint: string): RootFiles {
  return {
    open: () => {
      const root = openMounted(mountPoint)
      try {
        return viewOf(root, deviceOfChanges(root))
      } catch (error) {
        closeSync(root)
        throw error
      }
    },
  }
}

/** Opens a directory as a root in which everything counts as changed; for tests. */
export function openDirectoryView(path: string): RootView {
  return viewOf(openSync(path, openFlags.directory | openFlags.closeOnExec), undefined)
}

function openMounted(mountPoint: string): number {
  mkdirSync(mountPoint, { recursive: true, mode: 0o700 })
  try {
    mount('/', mountPoint, null, bind, null)
    try {
      return openSync(mountPoint, openFlags.directory | openFlags.closeOnExec)
    } finally {
      unmount(mountPoint, detach)
    }
  } finally {
    rmdirSync(mountPoint)
  }
}

/**
 * gVisor shows files of the writable layer with another device number than those of the template. A newly created
 * file has the number of the writable layer; it is created in the daemon's own directory, which is not part of the
 * changes.
 */
function deviceOfChanges(root: number): bigint {
  const { mtimeNs } = fstatSync(root, { bigint: true })
  const probe = openAt(root, probeName, O_WRONLY | O_CREAT | openFlags.notFollowing, 0o600)
  try {
    return fstatSync(probe, { bigint: true }).dev
  } finally {
    closeSync(probe)
    unlinkAt(root, probeName, 0)
    // The first change in a directory of the template also changes its parent's modification time.
    setTimesOf(root, timesOf(mtimeNs))
  }
}

function viewOf(root: number, changedDevice: bigint | undefined): RootView {
  return {
    walk: (listener) =>
      walkTree({
        ...listener,
        root,
        isWanted: ({ dev }) => changedDevice === undefined || dev === changedDevice,
      }),
    openWriter: () => createTreeWriter(root),
    [Symbol.dispose]: () => closeSync(root),
  }
}
