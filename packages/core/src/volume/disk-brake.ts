/**
 * Volumes may promise more than the disk below them has. Writes into them are refused from the node's reserve on, as on a full
 * disk, because a disk that is really full breaks the file systems of all volumes on it.
 */

const bytesPerMb = 1024 * 1024
/** What has to be free above the reserve before writes are allowed again, so that little space does not toggle it. */
const releaseBytes = 64 * bytesPerMb
/** Below that the disk is looked at more often: a sandbox writes some GB a second into memory. */
const nearBytes = 8192 * bytesPerMb
const pollMs = { far: 1000, near: 100 } as const

/** `roomBytes`: free above the reserve; negative when the reserve is in use. */
export function isBrakeOn(roomBytes: number, wasOn: boolean): boolean {
  return roomBytes < (wasOn ? releaseBytes : 0)
}

/** Milliseconds until the next look at the disk. */
export function pollAfterMs(roomBytes: number): number {
  return roomBytes < nearBytes ? pollMs.near : pollMs.far
}

export interface WrittenVolume {
  /** By its files, also as long as the kernel has not written them to the disk. */
  readonly usedBytes: number
  /** That its image takes on the disk. */
  readonly allocatedBytes: number
}

/** What was accepted and will take space on the disk. */
export function sumPending(volumes: readonly WrittenVolume[]): number {
  return volumes.reduce(
    (sum, { usedBytes, allocatedBytes }) => sum + Math.max(0, usedBytes - allocatedBytes),
    0,
  )
}
