/**
 * Parses a page of the log that a sandbox's daemon returns. The page is untrusted, because root in the sandbox may have
 * written it: every part has a limit, and what exceeds it is cut or dropped.
 */
import { boundEntry, type LogEntry, logLevels } from './entry.ts'

export interface GuestLogPage {
  readonly entries: readonly LogEntry[]
  /** Start of the next page; empty for the beginning of the log. */
  readonly cursor: string
  readonly hasMore: boolean
  /** Number of entries that the daemon has dropped. */
  readonly lostCount: number
}

export const guestPageBounds = {
  entriesMax: 4096,
  cursorLengthMax: 64,
} as const

/** Undefined when the value is not a page. */
export function parseGuestPage(value: unknown): GuestLogPage | undefined {
  if (!isRecord(value) || !Array.isArray(value.entries)) return undefined
  const { cursor, hasMore, lostCount } = value
  if (typeof cursor !== 'string' || cursor.length > guestPageBounds.cursorLengthMax) return undefined
  const entries: readonly unknown[] = value.entries
  return {
    entries: entries.slice(0, guestPageBounds.entriesMax).flatMap((entry) => parseEntry(entry) ?? []),
    cursor,
    hasMore: hasMore === true,
    lostCount: typeof lostCount === 'number' && Number.isSafeInteger(lostCount) ? Math.max(0, lostCount) : 0,
  }
}

function parseEntry(value: unknown): LogEntry | undefined {
  if (!isRecord(value)) return undefined
  const { atMs, message, fields } = value
  const level = logLevels.find((one) => one === value.level)
  if (level === undefined || typeof message !== 'string' || !isRecord(fields)) return undefined
  if (typeof atMs !== 'number' || !Number.isSafeInteger(atMs) || atMs < 0) return undefined
  const texts = Object.entries(fields).filter(([name, text]) => typeof text === 'string' && name !== 'logger')
  // First, because surplus fields are cut from the end.
  const logger = loggerOf(fields.logger)
  return boundEntry({ atMs, level, message, fields: { logger, ...Object.fromEntries(texts) } })
}

/** Prevents entries from inside a sandbox from impersonating the node's services. */
function loggerOf(value: unknown): string {
  return typeof value === 'string' && /^(process|envd|guest(\..*)?)$/s.test(value) ? value : 'guest'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
