/**
 * Volumes as sparse files with an ext4 file system on a loop device each, which is what limits their bytes and files. A
 * volume is mounted on the node when it is first used, and stays mounted until it is removed or the machine is cleared.
 */
import { chmod, mkdir, open, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { run } from '@cay/kit/host/run.ts'
import { parseMounts } from '../../dialect/container/mountinfo.ts'
import { volumesMountPoint, volumeUidBase } from '../../dialect/container/volume-mounts.ts'
import type { Volumes, VolumeUsage } from '../../ports/volume.ts'
import { unmount, unmountBelow } from '../container/mounts.ts'

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

export interface VolumePlaces {
  /** The directory of the files that volumes lie in. */
  readonly images: string
  readonly mountPoints: string
}

export class LoopVolumes implements Volumes {
  readonly #places: VolumePlaces
  readonly #queue = new SerialQueue()

  constructor(places: VolumePlaces) {
    this.#places = places
  }

  async create(volumeId: string, sizeMb: number): Promise<void> {
    await this.#queue.run(volumeId, async () => {
      await mkdir(this.#places.images, { recursive: true, mode: 0o700 })
      if (await exists(this.#imageOf(volumeId))) return
      const draft = `${this.#imageOf(volumeId)}.new`
      try {
        await makeSparseFile(draft, sizeMb * bytesPerMb)
        await run([...mkfs, draft])
        await rename(draft, this.#imageOf(volumeId))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    })
  }

  async remove(volumeId: string): Promise<void> {
    await this.#queue.run(volumeId, async () => {
      await unmount(this.#mountPointOf(volumeId))
      await rm(this.#imageOf(volumeId), { force: true })
      await rmdir(this.#mountPointOf(volumeId)).catch(ignoreMissing)
    })
  }

  async usage(volumeId: string): Promise<VolumeUsage> {
    const { bsize, blocks, bavail, files, ffree } = await statfs(await this.open(volumeId))
    return {
      totalBytes: bsize * blocks,
      usedBytes: bsize * (blocks - bavail),
      totalFiles: files,
      usedFiles: files - ffree,
    }
  }

  async device(volumeId: string): Promise<string> {
    const mounted = await findMount(await this.open(volumeId))
    if (mounted === undefined) throw new ServiceError('not_found', `the volume "${volumeId}" was unmounted`)
    return mounted.device
  }

  async open(volumeId: string): Promise<string> {
    const place = this.#mountPointOf(volumeId)
    await this.#queue.run(volumeId, async () => {
      if ((await findMount(place)) !== undefined) return
      if (!(await exists(this.#imageOf(volumeId))))
        throw new ServiceError('not_found', `the node has no volume "${volumeId}"`)
      await mkdir(place, { recursive: true, mode: 0o700 })
      const options = 'loop,noatime,discard,nosuid,nodev'
      await run(['mount', '-o', options, this.#imageOf(volumeId), place])
      await prepareRoot(place)
    })
    return place
  }

  #imageOf(volumeId: string): string {
    return `${this.#places.images}/${volumeId}.ext4`
  }

  #mountPointOf(volumeId: string): string {
    return `${this.#places.mountPoints}/${volumeId}`
  }
}

async function findMount(place: string) {
  const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8'))
  return mounts.find(({ mountPoint }) => mountPoint === place)
}

/** Files stay. */
export async function unmountVolumes(directory: string): Promise<void> {
  await unmountBelow(directory)
}

/** Of all installations of the machine: it stays while another one uses it. */
export async function removeVolumesMountPoint(): Promise<void> {
  try {
    await rmdir(volumesMountPoint)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EBUSY')) throw error
  }
}

async function prepareRoot(place: string): Promise<void> {
  // It is there in a new file system only.
  if (!(await exists(`${place}/lost+found`))) return
  await rmdir(`${place}/lost+found`)
  await chmod(place, rootMode)
}

async function exists(path: string): Promise<boolean> {
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
