/**
 * The format of log files: one JSON value per line, with the number `n` and the time `t` of the entry. A line with `g` has the
 * cursor of the daemon's log, and ends the batch of the entries before it.
 */
import { type LogLevel, logLevels } from './entry.ts'
import type { NumberedEntry } from './stamp.ts'

export function entryText({ number, atMs, level, message, fields }: NumberedEntry): string {
  return `{"n":${number},"t":${atMs},"l":"${level}","m":${JSON.stringify(message)},"f":${JSON.stringify(fields)}}\n`
}

export function cursorText(guestCursor: string): string {
  return `${JSON.stringify({ g: guestCursor })}\n`
}

/** The number of an entry, without parsing its line; undefined for other lines. */
export function numberOf(line: string): number | undefined {
  if (!line.startsWith('{"n":')) return undefined
  const number = Number.parseInt(line.slice(5, 21), 10)
  return Number.isSafeInteger(number) ? number : undefined
}

/** Undefined for an incomplete entry. */
export function parseEntryText(line: string): NumberedEntry | undefined {
  const value = parse(line)
  const level = logLevels.find((one): one is LogLevel => one === value?.l)
  if (value === undefined || level === undefined) return undefined
  const { n: number, t: atMs, m: message, f: fields } = value
  if (typeof number !== 'number' || typeof atMs !== 'number' || typeof message !== 'string') return undefined
  return { number, atMs, level, message, fields: texts(fields) }
}

/** Undefined for an entry's line. */
export function parseCursorText(line: string): string | undefined {
  if (!line.startsWith('{"g":')) return undefined
  const cursor = parse(line)?.g
  return typeof cursor === 'string' ? cursor : undefined
}

const firstDigits = 12
const segmentName = /^(\d{12,16})-(\d{1,16})\.ndjson$/

/** So that their order by name is that of their entries. */
export function segmentFileName({
  firstNumber,
  firstAtMs,
}: {
  firstNumber: number
  firstAtMs: number
}): string {
  return `${String(firstNumber).padStart(firstDigits, '0')}-${firstAtMs}.ndjson`
}

export function parseSegmentFileName(name: string): { firstNumber: number; firstAtMs: number } | undefined {
  const [, number, atMs] = segmentName.exec(name) ?? []
  return number === undefined ? undefined : { firstNumber: Number(number), firstAtMs: Number(atMs) }
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    // Written by a node that died while writing.
    return undefined
  }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}
