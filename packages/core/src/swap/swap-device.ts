/** How large the zram device for frozen sandboxes is, how it compresses, and what is kept free for those that wake. */

export interface SwapDevicePlan {
  /** Bytes of pages that fit in. */
  readonly sizeBytes: number
  /** Most bytes of the machine's memory that they take compressed. */
  readonly memoryBytesMax: number
}

const sizeShare = 1 / 2
/** Pages that do not compress would otherwise take as much memory as they leave. */
const memoryShareMax = 1 / 4
const pageBytes = 4096

export function planSwapDevice(machineMemoryBytes: number): SwapDevicePlan {
  const shareOf = (share: number) => Math.floor((machineMemoryBytes * share) / pageBytes) * pageBytes
  return { sizeBytes: shareOf(sizeShare), memoryBytesMax: shareOf(memoryShareMax) }
}

/** A wake waits for the decompression, so the fastest goes first. */
const preferredCompressors = ['lz4', 'lzo-rle', 'lzo', 'zstd']

/** Undefined: whatever the kernel takes by itself. */
export function chooseCompressor(offered: readonly string[]): string | undefined {
  return preferredCompressors.find((name) => offered.includes(name))
}

/** Sandboxes that wake take their pages back. They do not all wake at once. */
const wakeShare = 1 / 4

/** Memory that is free and kept for them. */
export function wakeReserveBytes(swappedBytes: number): number {
  return swappedBytes * wakeShare
}

/** Left to the machine while what is in swap goes back to memory. */
const spareBytes = 256 * 1024 * 1024

/** Where it does not fit, the kernel would begin to end processes. */
export function fitsIntoMemory(swappedBytes: number, availableBytes: number): boolean {
  return swappedBytes === 0 || swappedBytes + spareBytes <= availableBytes
}
