import type { ListedSandbox } from './listed-sandbox.ts'

const gap = '   '

/** The heads as docker and kubectl write them. */
export function renderSandboxTable(sandboxes: readonly ListedSandbox[], nowMs: number): string {
  const head = ['SANDBOX ID', 'TEMPLATE', 'STATE', 'STARTED', 'EXPIRES', 'CPUS', 'MEMORY']
  return renderTable(
    head,
    sandboxes.map((sandbox) => renderRow(sandbox, nowMs)),
  )
}

/** Columns as wide as their widest cell. What a cell says was often said by a caller: it cannot speak to the terminal. */
export function renderTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const rows = [head, ...body.map((row) => row.map(printable))]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const render = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd()
  return rows.map(render).join('\n')
}

/** Of control characters, of those that turn the direction of text, and of ends of lines, nothing is left but a mark. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

function renderRow(sandbox: ListedSandbox, nowMs: number): string[] {
  const leftMs = sandbox.endAtMs - nowMs
  const expires = leftMs > 0 ? `in ${describeDuration(leftMs)}` : 'now'
  return [
    sandbox.sandboxId,
    sandbox.template,
    sandbox.state,
    `${describeDuration(nowMs - sandbox.startedAtMs)} ago`,
    sandbox.state === 'paused' ? 'never' : expires,
    String(sandbox.cpuCount),
    `${sandbox.memoryMb} MiB`,
  ]
}

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const

/** The largest unit that fits twice, so `90 minutes` and not `1 hour`. */
export function describeDuration(ms: number): string {
  if (Number.isNaN(ms)) return 'unknown'
  const unit = units.find((candidate) => ms >= 2 * candidate.ms) ?? units[3]
  const count = Math.max(0, Math.floor(ms / unit.ms))
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}
