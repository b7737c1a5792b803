/** What sandboxes use, as `cay sandbox top` shows it. */
import { fieldIn, numberIn, textIn } from '../output/fields.ts'
import { formatBytes } from '../output/format-bytes.ts'
import type { Columns } from '../output/table.ts'

export interface ShownSandboxUsage {
  readonly sandboxId: string
  readonly at: string | null
  readonly cpuPercent: number | null
  readonly cpuCount: number | null
  readonly memoryUsedBytes: number | null
  readonly memoryTotalBytes: number | null
  readonly diskUsedBytes: number | null
  readonly diskTotalBytes: number | null
  readonly sentBytesPerSecond: number | null
  readonly receivedBytesPerSecond: number | null
}

/** All null for a sandbox of which there is no point yet. */
export function parseSandboxUsage(sandboxId: string, body: unknown): ShownSandboxUsage {
  const point = fieldIn(fieldIn(body, 'sandboxes'), sandboxId)
  return {
    sandboxId,
    at: textIn(point, 'timestamp'),
    cpuPercent: numberIn(point, 'cpuUsedPct'),
    cpuCount: numberIn(point, 'cpuCount'),
    memoryUsedBytes: numberIn(point, 'memUsed'),
    memoryTotalBytes: numberIn(point, 'memTotal'),
    diskUsedBytes: numberIn(point, 'diskUsed'),
    diskTotalBytes: numberIn(point, 'diskTotal'),
    sentBytesPerSecond: numberIn(point, 'networkSentRate'),
    receivedBytesPerSecond: numberIn(point, 'networkReceivedRate'),
  }
}

export const sandboxUsageColumns: Columns<ShownSandboxUsage> = {
  head: ['SANDBOX ID', 'CPU', 'MEMORY', 'DISK'],
  row: (usage) => [
    usage.sandboxId,
    usage.cpuPercent === null ? '-' : `${usage.cpuPercent.toFixed(1)} %`,
    `${bytes(usage.memoryUsedBytes)} of ${bytes(usage.memoryTotalBytes)}`,
    `${bytes(usage.diskUsedBytes)} of ${bytes(usage.diskTotalBytes)}`,
  ],
  wide: {
    head: ['SENT', 'RECEIVED'],
    row: (usage) => [`${bytes(usage.sentBytesPerSecond)}/s`, `${bytes(usage.receivedBytesPerSecond)}/s`],
  },
}

const bytes = (count: number | null) => (count === null ? '-' : formatBytes(count))
