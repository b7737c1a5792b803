/**
 * A page of the log that a sandbox's daemon answers, taken apart. Whoever rules the sandbox may have written it: every part
 * has its bounds, and what does not fit them is cut or left out.
 */
import { boundEntry, type LogEntry, logLevels } from './entry.ts'

export interface GuestLogPage {
  readonly entries: readonly LogEntry[]
  /** Where the next page begins; empty for the beginning. */
  readonly cursor: string
  readonly hasMore: boolean
  /** Entries that the daemon did not keep. */
  readonly lostCount: number
}

export const guestPageBounds = {
  entriesMax: 4096,
  cursorLengthMax: 64,
} as const

/** Undefined when it is no page at all. */
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
  // First: when there are too many, the last are cut.
  const logger = loggerOf(fields.logger)
  return boundEntry({ atMs, level, message, fields: { logger, ...Object.fromEntries(texts) } })
}

/** Nothing from inside a sandbox passes for what the node's services write. */
function loggerOf(value: unknown): string {
  return typeof value === 'string' && /^(process|envd|guest(\..*)?)$/s.test(value) ? value : 'guest'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
