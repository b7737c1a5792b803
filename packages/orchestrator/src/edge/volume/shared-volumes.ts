/**
 * Volumes in a directory that several nodes share, each a file as on a single machine. Whatever touches that directory runs in
 * a program of its own with a time limit, because its file system may be one that does not respond any more; what is mounted
 * already is used without it.
 */
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@cay/core/errors.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { run } from '@cay/kit/host/run.ts'
import { type ImageOutcome, type ImageRequest, parseOutcome } from '../../dialect/shared-image.ts'
import type { HeldDevice, SharedVolumes, VolumeUsage } from '../../ports/volume.ts'
import { findMount, unmount } from '../container/mounts.ts'
import { createAskedDisk, inTime, silent } from './asked-disk.ts'
import { brakeVolumes } from './brake-volumes.ts'
import { noRoom, readRoom } from './disk-room.ts'
import { holdDevice } from './hold-device.ts'
import { flushVolume, listMountedVolumes, readUsage } from './mounted-volume.ts'

const program = fileURLToPath(new URL('../../handle-image.ts', import.meta.url))

/** Control waits for half a minute. */
const answerMsMax = 20_000

export interface SharedPlaces {
  /** The shared directory. */
  readonly directory: string
  /** Where volumes are mounted on this node. */
  readonly mountPoints: string
  /** This node, as control knows it. */
  readonly nodeId: string
  /** MiB that stay free in the directory. */
  readonly reserveMb: number
}

export class DirectoryVolumes implements SharedVolumes {
  readonly #places: SharedPlaces
  readonly #queue = new SerialQueue()
  /** Volumes for which a program has not answered in time: it may still do what it was asked. */
  readonly #unanswered = new Set<string>()
  readonly #disk = createAskedDisk(answerMsMax)

  constructor(places: SharedPlaces) {
    this.#places = places
  }

  async create(volumeId: string, sizeMb: number): Promise<void> {
    const { reserveMb } = this.#places
    const outcome = await this.#ask(volumeId, {
      ...{ kind: 'create', image: this.#imageOf(volumeId) },
      ...{ sizeMb, reserveMb },
    })
    if (outcome === 'full') throw noRoom(reserveMb)
  }

  async roomBytes(): Promise<number> {
    return await readRoom(this.#places, this.#disk)
  }

  async setBrake(isOn: boolean): Promise<void> {
    await brakeVolumes(this.#places.mountPoints, isOn)
  }

  async remove(volumeId: string): Promise<void> {
    const place = this.#placeOf(volumeId)
    await unmount(place)
    await this.#ask(volumeId, { kind: 'remove', image: this.#imageOf(volumeId) })
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
    const place = this.#placeOf(volumeId)
    if ((await findMount(place)) === undefined) await this.#attach(volumeId)
    return place
  }

  async attach(volumeId: string, epoch: number): Promise<void> {
    await this.#attach(volumeId, epoch)
  }

  async detach(volumeId: string, epoch?: number): Promise<void> {
    const places = { image: this.#imageOf(volumeId), place: this.#placeOf(volumeId) }
    const more = epoch === undefined ? {} : { epoch }
    judge(volumeId, await this.#ask(volumeId, { kind: 'detach', ...places, ...more }))
  }

  async attached(): Promise<string[]> {
    return (await listMountedVolumes(this.#places.mountPoints)).map(({ volumeId }) => volumeId)
  }

  async flush(volumeId: string): Promise<void> {
    await flushVolume(this.#placeOf(volumeId))
  }

  async #attach(volumeId: string, epoch?: number): Promise<void> {
    const { nodeId } = this.#places
    const places = { image: this.#imageOf(volumeId), place: this.#placeOf(volumeId) }
    const more = epoch === undefined ? {} : { epoch }
    judge(volumeId, await this.#ask(volumeId, { kind: 'attach', nodeId, ...places, ...more }))
  }

  /** Throws node_unavailable when it takes too long, and at once while an earlier request has not been answered. */
  async #ask(volumeId: string, request: ImageRequest): Promise<ImageOutcome> {
    if (this.#unanswered.has(volumeId)) throw silent()
    const answer = this.#queue.run(volumeId, async () => {
      try {
        const { stdout } = await run([process.execPath, program, JSON.stringify(request)])
        return parseOutcome(stdout)
      } finally {
        this.#unanswered.delete(volumeId)
      }
    })
    return await inTime(answer, answerMsMax, () => this.#unanswered.add(volumeId))
  }

  #imageOf(volumeId: string): string {
    return `${this.#places.directory}/${volumeId}.ext4`
  }

  #placeOf(volumeId: string): string {
    return `${this.#places.mountPoints}/${volumeId}`
  }
}

function judge(volumeId: string, outcome: ImageOutcome): void {
  switch (outcome) {
    case 'done':
    case 'full':
      return
    case 'missing':
      throw new ServiceError('not_found', `the node has no volume "${volumeId}"`)
    case 'locked':
      throw new ServiceError(
        'node_unavailable',
        'another machine has the volume attached still: try again later',
      )
    case 'stale':
      throw new ServiceError('stale_epoch', `the volume "${volumeId}" was given to another node since`)
    case 'elsewhere':
      throw new ServiceError('stale_epoch', `the volume "${volumeId}" is not attached to this node`)
    case 'busy':
      throw new ServiceError('volume_in_use', 'the volume is still in use on its node: try again')
  }
}
