/** The size and compression of the zram device for frozen sandboxes, and the memory reserve for those that wake. */

export interface SwapDevicePlan {
  /** Maximum bytes of uncompressed pages. */
  readonly sizeBytes: number
  /** Maximum bytes of memory for the compressed pages. */
  readonly memoryBytesMax: number
}

const sizeShare = 1 / 2
/** Incompressible pages would otherwise take as much memory as they free. */
const memoryShareMax = 1 / 4
const pageBytes = 4096

export function planSwapDevice(machineMemoryBytes: number): SwapDevicePlan {
  const shareOf = (share: number) => Math.floor((machineMemoryBytes * share) / pageBytes) * pageBytes
  return { sizeBytes: shareOf(sizeShare), memoryBytesMax: shareOf(memoryShareMax) }
}

/** A wake waits for the decompression, so the fastest algorithm comes first. */
const preferredCompressors = ['lz4', 'lzo-rle', 'lzo', 'zstd']

/** Undefined selects the kernel's default. */
export function chooseCompressor(offered: readonly string[]): string | undefined {
  return preferredCompressors.find((name) => offered.includes(name))
}

/** Sandboxes that wake need their pages back, but do not all wake at once. */
const wakeShare = 1 / 4

/** Free memory that is reserved for them. */
export function wakeReserveBytes(swappedBytes: number): number {
  return swappedBytes * wakeShare
}

/** Memory that must stay free while swapped pages return to memory. */
const spareBytes = 256 * 1024 * 1024

/** Without enough memory the kernel's OOM killer would start. */
export function fitsIntoMemory(swappedBytes: number, availableBytes: number): boolean {
  return swappedBytes === 0 || swappedBytes + spareBytes <= availableBytes
}
