/** Tries what volumes rely on in a directory of its own below CAY_VOLUMES_DIR, which is removed again. */
import { mkdtemp, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { readBootId, type SharedLocks, trySharedLocks } from '@cay/kit/host/shared-locks.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import type { VolumesFacts } from '../../dialect/host/host-facts.ts'

const sparseBytes = 64 * 1024 * 1024
const blockBytes = 512

/** `bootId` is that of this machine: nodes on it are none of the others. */
export async function readVolumesFacts(path: string, bootId?: string): Promise<VolumesFacts> {
  try {
    const { bavail, bsize } = await statfs(path)
    const directory = await mkdtemp(join(path, '.cay-doctor-'))
    try {
      const promises = await tryAll(directory)
      const between = await tryBetween(path, directory, bootId)
      return { path, freeBytes: bavail * bsize, promises, between }
    } finally {
      await rm(directory, { recursive: true })
    }
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ESTALE'))
      throw error
    return { path, freeBytes: 0, promises: undefined, between: nobody }
  }
}

const nobody: SharedLocks = { held: [], broken: [] }

async function tryBetween(path: string, directory: string, bootId?: string): Promise<SharedLocks> {
  const place = { directory: path, bootId: bootId ?? (await readBootId()) }
  try {
    return await trySharedLocks(place, join(directory, 'trial'))
  } catch {
    // Where not even this machine can lock a file, that is what is found.
    return nobody
  }
}

async function tryAll(directory: string): Promise<NonNullable<VolumesFacts['promises']>> {
  return {
    rename: await keeps(() => replaces(directory)),
    fsync: await keeps(() => syncs(directory)),
    locks: await keeps(() => locks(join(directory, 'lock'))),
    sparse: await keeps(() => isSparse(join(directory, 'sparse'))),
  }
}

/** A call that fails is a promise that is not kept. */
async function keeps(tried: () => Promise<boolean>): Promise<boolean> {
  try {
    return await tried()
  } catch {
    // The finding names the promise, which says more than the error.
    return false
  }
}

async function replaces(directory: string): Promise<boolean> {
  const [from, to] = [join(directory, 'new'), join(directory, 'old')]
  await writeFile(to, 'old')
  await writeFile(from, 'new')
  await rename(from, to)
  return (await readFile(to, 'utf8')) === 'new'
}

async function syncs(directory: string): Promise<boolean> {
  const file = await open(join(directory, 'synced'), 'w')
  try {
    await file.writeFile('synced')
    await file.sync()
  } finally {
    await file.close()
  }
  await syncDirectory(directory)
  return true
}

async function locks(path: string): Promise<boolean> {
  const first = await acquireLock(path)
  const second = await acquireLock(path)
  await second?.release()
  await first?.release()
  return first !== undefined && second === undefined
}

async function isSparse(path: string): Promise<boolean> {
  const file = await open(path, 'w')
  try {
    await file.truncate(sparseBytes)
    const { size, blocks } = await file.stat()
    return size === sparseBytes && blocks * blockBytes < sparseBytes / 2
  } finally {
    await file.close()
  }
}
