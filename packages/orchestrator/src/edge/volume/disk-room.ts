/**
 * The files of volumes are sparse, so volumes may promise more than their disk has. When that is full, writes fail below the file
 * systems of all volumes on it, which breaks them off. So nothing new begins before the last of it is used.
 */
import { stat, statfs } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { sumPending, type WrittenVolume } from '@cay/core/volume/disk-brake.ts'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { listMountedVolumes, type MountedVolume } from './mounted-volume.ts'

const bytesPerMb = 1024 * 1024
/** Of `st_blocks`. */
const blockBytes = 512

export interface RoomRequest {
  readonly directory: string
  /** What stays free, in MiB. */
  readonly reserveMb: number
}

export async function hasRoom({ directory, reserveMb }: RoomRequest): Promise<boolean> {
  return (await readFreeBytes(directory)) >= reserveMb * bytesPerMb
}

export interface RoomPlaces extends RoomRequest {
  /** Where volumes are mounted. */
  readonly mountPoints: string
}

/** The disk of images; the time of a call is not bounded. */
export interface DiskFacts {
  readFreeBytes(directory: string): Promise<number>
  /** On the disk, by image. An image that was removed has none. */
  readAllocatedBytes(images: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** Of a local disk, which answers. */
export const localDisk: DiskFacts = {
  readFreeBytes,
  async readAllocatedBytes(images) {
    const found = await Promise.all(
      images.map(async (image) => [image, await stat(image).catch(ignoreMissing)] as const),
    )
    return new Map(found.map(([image, stats]) => [image, (stats?.blocks ?? 0) * blockBytes]))
  },
}

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Bytes that are free above the reserve when everything that volumes have accepted is on the disk. Negative: the reserve is in use. */
export async function readRoom(
  { directory, reserveMb, mountPoints }: RoomPlaces,
  disk: DiskFacts,
): Promise<number> {
  const mounted = await listMountedVolumes(mountPoints)
  const imageOf = ({ volumeId }: MountedVolume) => `${directory}/${volumeId}.ext4`
  // Files first: what is written to the disk in between counts twice, and not never.
  const used = await Promise.all(
    mounted.map(async (volume) => ({ volume, usedBytes: await readUsedBytes(volume) })),
  )
  const allocated = await disk.readAllocatedBytes(mounted.map(imageOf))
  const written = used.map(
    ({ volume, usedBytes }): WrittenVolume => ({
      usedBytes,
      allocatedBytes: allocated.get(imageOf(volume)) ?? 0,
    }),
  )
  return (await disk.readFreeBytes(directory)) - sumPending(written) - reserveMb * bytesPerMb
}

async function readUsedBytes({ place }: MountedVolume): Promise<number> {
  const { bsize, blocks, bfree } = await statfs(place)
  return bsize * (blocks - bfree)
}

export function noRoom(reserveMb: number): ServiceError {
  return new ServiceError(
    'node_disk_full',
    `the disk of the volumes is full but for the ${reserveMb} MiB that are kept free on it`,
  )
}
