/** Lists as people read them, with the heads as docker and kubectl write them, and as programs do. */
import { escapeUnsafe, hasUnsafe, hexEscape, printable, printableJson } from '@cay/core/terminal-text.ts'
import type { Paint } from './paint.ts'

const gap = '   '

export const outputFormats = ['json', 'yaml', 'name', 'wide'] as const
/** `table` is what there is without `-o`. */
export type OutputFormat = 'table' | (typeof outputFormats)[number]

/** How a list is shown. In JSON and YAML all fields of its records are always there: null where something is unknown. */
export interface ListView {
  readonly format: OutputFormat
  readonly paint: Paint
  readonly nowMs: number
}

interface Cells<Item> {
  readonly head: readonly string[]
  readonly row: (item: Item) => readonly string[]
}

export interface Columns<Item> extends Cells<Item> {
  /** What `-o name` prints; absent: the first cell. */
  readonly name?: (item: Item) => string
  /** The columns that `-o wide` shows behind the others. */
  readonly wide?: Cells<Item>
}

/** A list for people may say in a sentence that it is empty. */
export function isForPeople({ format }: ListView): boolean {
  return format === 'table' || format === 'wide'
}

/** The records are what JSON and YAML show of them. */
export async function renderList<Item>(
  items: readonly Item[],
  columns: Columns<Item>,
  view: ListView,
): Promise<string> {
  const { head, row, wide, name = (item) => row(item)[0] ?? '' } = columns
  switch (view.format) {
    case 'json':
      return printableJson(items, 2)
    case 'yaml':
      return await renderYaml(items)
    case 'name':
      return items.map((item) => printable(name(item))).join('\n')
    case 'wide':
      return renderTable(
        [...head, ...(wide?.head ?? [])],
        items.map((item) => [...row(item), ...(wide?.row(item) ?? [])]),
        view.paint,
      )
    case 'table':
      return renderTable(head, items.map(row), view.paint)
  }
}

/** One record: a line for each field for people. */
export async function renderRecord<Item extends object>(
  item: Item,
  { name, view }: { readonly name: string; readonly view: ListView },
): Promise<string> {
  if (view.format === 'json') return printableJson(item, 2)
  if (view.format === 'yaml') return await renderYaml(item)
  if (view.format === 'name') return printable(name)
  const fields = Object.entries(item).map(([field, value]) => [printable(field), value] as const)
  const width = Math.max(...fields.map(([field]) => field.length))
  return fields
    .map(([field, value]) => `${view.paint('head', field.padEnd(width))}${gap}${describeValue(value)}`)
    .join('\n')
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? printableJson(value) : printable(String(value))
}

/** Loaded only where it is asked for: it costs more than the rest of a short command. */
async function renderYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml')
  const document = new Document(value)
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && hasUnsafe(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return escapeUnsafe(document.toString({ lineWidth: 0 }), yamlEscape).trimEnd()
}

function yamlEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? hexEscape('U', code, 8) : hexEscape('u', code, 4)
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
