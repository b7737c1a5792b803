/** Parses the files of a zram device. */

/** Of `mm_stat`: bytes of the machine's memory that the device takes, its own tables among them. */
export function zramMemoryBytes(mmStat: string): number {
  return Number(mmStat.trim().split(/\s+/)[2] ?? 0)
}

/** Of `comp_algorithm`: `lzo [lz4] zstd`. */
export function compressorsIn(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .map((name) => name.replace(/[[\]]/g, ''))
}

const labelOffset = 1052
const labelBytes = 16

/** The name that `mkswap --label` gave to an area, from its first page; empty for none. */
export function swapLabel(page: Uint8Array): string {
  const text = new TextDecoder().decode(page.subarray(labelOffset, labelOffset + labelBytes))
  return text.replace(/\0.*$/s, '')
}
