import { type Columns, describeAge, describeDuration, orDash } from '../output/table.ts'
import type { ListedSandbox } from './listed-sandbox.ts'

export function sandboxColumns(nowMs: number): Columns<ListedSandbox> {
  return {
    head: ['SANDBOX ID', 'TEMPLATE', 'STATE', 'STARTED', 'EXPIRES', 'CPUS', 'MEMORY'],
    row: (sandbox) => [
      sandbox.sandboxId,
      orDash(sandbox.template),
      orDash(sandbox.state),
      describeAge(sandbox.startedAt, nowMs),
      describeExpiry(sandbox, nowMs),
      orDash(sandbox.cpuCount),
      sandbox.memoryMb === null ? '-' : `${sandbox.memoryMb} MiB`,
    ],
    wide: {
      head: ['DISK', 'METADATA'],
      row: ({ diskMb, metadata }) => [
        diskMb === null ? '-' : `${diskMb} MiB`,
        Object.entries(metadata)
          .map(([key, value]) => `${key}=${value}`)
          .join(',') || '-',
      ],
    },
  }
}

function describeExpiry({ state, endAt }: ListedSandbox, nowMs: number): string {
  if (state === 'paused') return 'never'
  if (endAt === null) return '-'
  const leftMs = Date.parse(endAt) - nowMs
  return leftMs > 0 ? `in ${describeDuration(leftMs)}` : 'now'
}
