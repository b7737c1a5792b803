/**
 * A file without a name (`O_TMPFILE`) that gets one when it is whole: whatever ends this process, the kernel removes it with
 * everything that was written, and no sandbox sees it before. Every volume has an ext4 file system of its own, which can do
 * this wherever its file lies.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { minusOne } from '@cay/kit/host/libc.ts'

const linkat = minusOne<[number, string, number, string, number]>(
  'int linkat(int from, const char *fromPath, int to, const char *toPath, int flags)',
)
const emptyPath = 0x1000
const followLink = 0x400
const currentDirectory = -100
/** fcntl.h; the second part has another value on each architecture. */
const withoutName = 0o20000000 | constants.O_DIRECTORY

/** `top`: a directory that sandboxes cannot swap for another one. */
export async function openDraft(top: string): Promise<FileHandle> {
  return await open(top, withoutName | constants.O_RDWR, 0o600)
}

/** Throws EEXIST. */
export function nameDraft({ fd }: FileHandle, path: string): void {
  try {
    linkat(fd, '', currentDirectory, path, emptyPath)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
    // Before Linux 6.10 the first call takes CAP_DAC_READ_SEARCH, and this one a /proc, which the content process does not have.
    linkat(currentDirectory, `/proc/self/fd/${fd}`, currentDirectory, path, followLink)
  }
}

/**
 * Also over a file that exists. The kernel renames over one and does not link, so there is another name in `top` between two
 * calls: `removeDrafts` removes what a process leaves that was killed there.
 */
export async function nameDraftOver(draft: FileHandle, path: string, top: string): Promise<void> {
  try {
    nameDraft(draft, path)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    const other = `${top}/.upload-${randomUUID()}`
    nameDraft(draft, other)
    try {
      await rename(other, path)
    } finally {
      // Also after a rename: a sandbox may have linked it to the path meanwhile, and then there was nothing to rename.
      await unlink(other).catch(ignoreMissing)
    }
  }
}

/** Nobody may write drafts meanwhile. */
export async function removeDrafts(top: string): Promise<void> {
  for (const name of await readdir(top))
    if (/^\.upload-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))
      await unlink(`${top}/${name}`).catch(ignoreMissing)
}
