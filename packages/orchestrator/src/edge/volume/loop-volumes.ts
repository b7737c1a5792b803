/**
 * Volumes as sparse files with an ext4 file system on a loop device each, which is what limits their bytes and files. A
 * volume is mounted on the node when it is first used, and stays mounted until it is removed or the machine is cleared.
 */
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { findOtherInstallations } from '@cay/kit/host/installation-number.ts'
import { volumesMountPoint } from '../../dialect/container/volume-mounts.ts'
import type { HeldDevice, Volumes, VolumeUsage } from '../../ports/volume.ts'
import { findMount, mount, unmount, unmountBelow } from '../container/mounts.ts'
import { brakeVolumes } from './brake-volumes.ts'
import { localDisk, readRoom } from './disk-room.ts'
import { holdDevice } from './hold-device.ts'
import { exists, makeImage, prepareRoot } from './make-image.ts'
import { flushVolume, readUsage } from './mounted-volume.ts'

export interface VolumePlaces {
  /** The directory of the files that volumes lie in. */
  readonly images: string
  readonly mountPoints: string
  /** MiB that stay free on the disk of the files. */
  readonly reserveMb: number
}

export class LoopVolumes implements Volumes {
  readonly #places: VolumePlaces
  readonly #queue = new SerialQueue()

  constructor(places: VolumePlaces) {
    this.#places = places
  }

  async create(volumeId: string, sizeMb: number): Promise<void> {
    await this.#queue.run(volumeId, async () => {
      await makeImage({ image: this.#imageOf(volumeId), sizeMb, reserveMb: this.#places.reserveMb })
    })
  }

  async roomBytes(): Promise<number> {
    const { images: directory, mountPoints, reserveMb } = this.#places
    // It is made with the first volume.
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return await readRoom({ directory, mountPoints, reserveMb }, localDisk)
  }

  async setBrake(isOn: boolean): Promise<void> {
    await brakeVolumes(this.#places.mountPoints, isOn)
  }

  async remove(volumeId: string): Promise<void> {
    await this.#queue.run(volumeId, async () => {
      await unmount(this.#mountPointOf(volumeId))
      await rm(this.#imageOf(volumeId), { force: true })
      await rmdir(this.#mountPointOf(volumeId)).catch(ignoreMissing)
    })
  }

  async usage(volumeId: string): Promise<VolumeUsage> {
    return await readUsage(await this.open(volumeId))
  }

  async holdDevice(volumeId: string): Promise<HeldDevice> {
    const device = await holdDevice(await this.open(volumeId))
    if (device === undefined) throw new ServiceError('not_found', `the volume "${volumeId}" was unmounted`)
    return device
  }

  async open(volumeId: string): Promise<string> {
    const place = this.#mountPointOf(volumeId)
    await this.#queue.run(volumeId, async () => {
      // A node that was killed may have mounted it, and no more.
      if ((await findMount(place)) !== undefined) return await prepareRoot(place)
      if (!(await exists(this.#imageOf(volumeId))))
        throw new ServiceError('not_found', `the node has no volume "${volumeId}"`)
      await mkdir(place, { recursive: true, mode: 0o700 })
      const options = ['loop', 'noatime', 'discard']
      await mount({ source: this.#imageOf(volumeId), target: place, options })
      await prepareRoot(place)
    })
    return place
  }

  async flush(volumeId: string): Promise<void> {
    await flushVolume(this.#mountPointOf(volumeId))
  }

  #imageOf(volumeId: string): string {
    return `${this.#places.images}/${volumeId}.ext4`
  }

  #mountPointOf(volumeId: string): string {
    return `${this.#places.mountPoints}/${volumeId}`
  }
}

/** Files stay. */
export async function unmountVolumes(directory: string): Promise<void> {
  await unmountBelow(directory)
  await unmount(directory)
}

/**
 * Of all installations of the machine: it stays while there is another one. The kernel removes it although directories are
 * mounted on it in the namespaces of slots, and unmounts those.
 */
export async function removeVolumesMountPoint(dataDir: string): Promise<void> {
  if ((await findOtherInstallations(dataDir)).length > 0) return
  try {
    await rmdir(volumesMountPoint)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EBUSY')) throw error
  }
}
