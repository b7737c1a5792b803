/** The file of a volume: sparse, with an empty ext4 file system. */
import { chmod, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { run } from '@cay/kit/host/run.ts'
import { volumeUidBase } from '../../dialect/container/volume-mounts.ts'
import { hasRoom, noRoom } from './disk-room.ts'

/** With a small journal: a volume survives a crash of the node, and ordinary files are not journalled. */
const mkfs = [
  'mkfs.ext4',
  '-q',
  '-F',
  '-m',
  '0',
  '-J',
  'size=16',
  '-E',
  `lazy_itable_init=1,nodiscard,root_owner=${volumeUidBase}:${volumeUidBase}`,
]

const bytesPerMb = 1024 * 1024
/** Every user of a sandbox may write into a new volume. */
const rootMode = 0o777

export interface NewImage {
  readonly image: string
  readonly sizeMb: number
  /** MiB that stay free on its disk. */
  readonly reserveMb: number
}

/** No error when it is there. Throws ServiceError `node_disk_full`. */
export async function makeImage({ image, sizeMb, reserveMb }: NewImage): Promise<void> {
  const directory = dirname(image)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (await exists(image)) return
  if (!(await hasRoom({ directory, reserveMb }))) throw noRoom(reserveMb)
  const draft = `${image}.new`
  try {
    await makeSparseFile(draft, sizeMb * bytesPerMb)
    await run([...mkfs, draft])
    await rename(draft, image)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Of a mounted volume: opens a new file system to every user of a sandbox. Its own directory is removed last, so that a node that was
 * killed meanwhile does it again.
 */
export async function prepareRoot(place: string): Promise<void> {
  const own = `${place}/lost+found`
  const found = await stat(own).catch(ignoreMissing)
  // It is there in a new file system only; one that a sandbox has made is its user's.
  if (found === undefined || found.uid >= volumeUidBase) return
  await chmod(place, rootMode)
  await rmdir(own).catch((error: unknown) => {
    // A check of the file system has put something there.
    if (!isErrno(error, 'ENOTEMPTY')) throw error
  })
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== undefined
}

async function makeSparseFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.truncate(bytes)
  } finally {
    await file.close()
  }
}
