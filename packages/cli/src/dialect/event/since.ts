const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const duration = /^(?:\d{1,6}[smhdw])+$/
const part = /(\d+)([smhdw])/g
const instant = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

export const sinceWords =
  'a duration such as 10m, 2h or 1h30m, or a time such as 2026-01-31 or 2026-01-31T08:00:00Z'

/** Milliseconds since 1970. A time without a zone is in UTC, as events are shown. Undefined for a text that is neither. */
export function parseSince(text: string, nowMs: number): number | undefined {
  if (duration.test(text)) return nowMs - durationMs(text)
  const match = instant.exec(text)
  if (match === null) return undefined
  const hasZone = match[1] !== undefined || !text.includes('T')
  const atMs = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(atMs) ? undefined : atMs
}

export const untilWords =
  'a duration such as 12h or 30d, or a time such as 2027-01-31 or 2027-01-31T08:00:00Z'

/** The same in the future: a duration is counted from now on. */
export function parseUntil(text: string, nowMs: number): number | undefined {
  return duration.test(text) ? nowMs + durationMs(text) : parseSince(text, nowMs)
}

function durationMs(text: string): number {
  return [...text.matchAll(part)].reduce((sum, [, count, unit]) => sum + Number(count) * msOf(unit), 0)
}

function msOf(unit: string | undefined): number {
  return Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? 0
}
