/** Lists as people read them, with the heads as docker and kubectl write them, and as programs do. */
import type { Paint } from './paint.ts'

const gap = '   '

/** How a list is shown. */
export interface ListView {
  /** An array of records whose fields are always there: null where something is unknown. */
  readonly isJson: boolean
  readonly paint: Paint
  readonly nowMs: number
}

export interface Columns<Item> {
  readonly head: readonly string[]
  readonly row: (item: Item) => readonly string[]
}

/** The records are what JSON shows of them. */
export function renderList<Item>(
  items: readonly Item[],
  { head, row }: Columns<Item>,
  view: ListView,
): string {
  return view.isJson ? JSON.stringify(items, null, 2) : renderTable(head, items.map(row), view.paint)
}

/** Columns as wide as their widest cell. What a cell says was often said by a caller: it cannot speak to the terminal. */
export function renderTable(
  head: readonly string[],
  body: readonly (readonly string[])[],
  paint: Paint,
): string {
  const rows = [head, ...body.map((row) => row.map(printable))]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [first = '', ...rest] = rows.map((row) => renderRow(row, widths))
  return [paint('head', first), ...rest].join('\n')
}

/** A row that stands below others that were printed before. */
export function renderRow(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join(gap)
    .trimEnd()
}

/** Of control characters, of those that turn the direction of text, and of ends of lines, nothing is left but a mark. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

export function orDash(value: string | number | null): string {
  return value === null ? '-' : String(value)
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

/** How long ago a time was. */
export function describeAge(instant: string | null, nowMs: number): string {
  return instant === null ? '-' : `${describeDuration(nowMs - Date.parse(instant))} ago`
}
