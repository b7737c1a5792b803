/**
 * How large the export of a sandbox's changed files may be: what its disk may hold, and what the archive adds. An entry has
 * one to three headers of 512 bytes, also for an empty file, of which a disk holds the more the larger it is.
 */
const bytesPerMb = 2 ** 20
const overheadShare = 1.25
const overheadMbMin = 128

export function exportBytesMax(diskSizeMb: number): number {
  return Math.ceil((diskSizeMb * overheadShare + overheadMbMin) * bytesPerMb)
}
