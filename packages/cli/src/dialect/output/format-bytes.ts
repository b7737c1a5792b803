const kibibyte = 1024
const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const

/** `512 B`, `1.5 GiB`: one digit behind the point. */
export function formatBytes(bytes: number): string {
  if (bytes < kibibyte) return `${bytes} B`
  let value = bytes
  let unit: (typeof units)[number] = units[0]
  for (const each of units) {
    unit = each
    value /= kibibyte
    if (value < kibibyte) break
  }
  return `${value.toFixed(1)} ${unit}`
}
