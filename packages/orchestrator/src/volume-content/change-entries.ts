/** Changes the tree of a volume, whose root is the root of this process. */
import type { FileHandle } from 'node:fs/promises'
import { chmod, chown, lchown, lstat, mkdir, stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { ServiceError } from '@cay/core/errors.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { nameDraft, nameDraftOver, openDraft } from './draft.ts'
import type { AttributeChange } from './volume-path.ts'
import { writePieces } from './write-pieces.ts'

export interface Ownership {
  /** Ids on the node. */
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

const parentMode = 0o777

/** With `force` missing parents are created, and an existing directory stays as it is. */
export async function makeDirectory(path: string, ownership: Ownership, force: boolean): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (force && isErrno(error, 'EEXIST') && (await stat(path)).isDirectory()) return
    if (!force || !isErrno(error, 'ENOENT')) throw error
    await makeDirectory(posix.dirname(path), { ...ownership, mode: parentMode }, true)
    return await makeDirectory(path, ownership, true)
  }
  await chown(path, ownership.uid, ownership.gid)
  await chmod(path, ownership.mode)
}

export interface FileWrite {
  readonly ownership: Ownership
  readonly force: boolean
  /** The top directory of the volume. */
  readonly top: string
}

/**
 * Writes a whole file: nobody sees a part of it, and a body that breaks off leaves nothing. With `force` missing parents are
 * created, and an existing file is replaced.
 */
export async function writeFile(
  path: string,
  body: AsyncIterable<Uint8Array>,
  { ownership, force, top }: FileWrite,
): Promise<void> {
  await checkTarget(path, force)
  const directory = posix.dirname(path)
  if (force) await makeDirectory(directory, { ...ownership, mode: parentMode }, true)
  else await checkDirectory(directory)
  const draft = await openDraft(top)
  try {
    await fill(draft, body, ownership)
    if (force) await nameDraftOver(draft, path, top)
    else nameDraft(draft, path)
  } finally {
    await draft.close()
  }
}

/** Before a long body is read. */
async function checkTarget(path: string, force: boolean): Promise<void> {
  try {
    const found = await lstat(path)
    if (!force) throw new ServiceError('already_exists', `'${path}' already exists`)
    if (found.isDirectory()) throw new ServiceError('path_invalid', `'${path}' is a directory`)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}

async function checkDirectory(path: string): Promise<void> {
  if (!(await stat(path)).isDirectory())
    throw new ServiceError('path_invalid', `'${path}' is not a directory`)
}

async function fill(file: FileHandle, body: AsyncIterable<Uint8Array>, ownership: Ownership): Promise<void> {
  await writePieces(file, body)
  await file.chown(ownership.uid, ownership.gid)
  await file.chmod(ownership.mode)
  await file.sync()
}

/** `uidBase`: the id on the node that is 0 in sandboxes. */
export async function changeAttributes(
  path: string,
  { uid, gid, mode }: AttributeChange,
  uidBase: number,
): Promise<void> {
  const now = await lstat(path)
  if (uid !== undefined || gid !== undefined)
    await lchown(
      path,
      uid === undefined ? now.uid : uidBase + uid,
      gid === undefined ? now.gid : uidBase + gid,
    )
  if (mode === undefined) return
  if (now.isSymbolicLink()) throw new ServiceError('path_invalid', `'${path}' is a link, which has no mode`)
  await chmod(path, mode)
}
