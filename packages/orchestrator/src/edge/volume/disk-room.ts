/**
 * The files of volumes are sparse, so volumes may promise more than their disk has. When that is full, writes fail below the file
 * systems of all volumes on it, which breaks them off. So nothing new begins before the last of it is used.
 */
import { statfs } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'

const bytesPerMb = 1024 * 1024

export interface RoomRequest {
  readonly directory: string
  /** What stays free, in MiB. */
  readonly reserveMb: number
  /** What is about to be written. */
  readonly bytes?: number
}

export async function hasRoom({ directory, reserveMb, bytes = 0 }: RoomRequest): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize - bytes >= reserveMb * bytesPerMb
}

export function noRoom(reserveMb: number): ServiceError {
  return new ServiceError(
    'node_disk_full',
    `the disk of the volumes is full but for the ${reserveMb} MiB that are kept free on it`,
  )
}
