/** Logs in the words of the wire. */
import type { components } from '@cay/contract/gen/control/api.js'
import { formatInstant } from '@cay/core/instant.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'

type Schemas = components['schemas']

/** So that ids of one sandbox, as texts, have the order of their entries. */
const idDigits = 16

export function renderLogEntry({
  number,
  atMs,
  message,
  level,
  fields,
}: NumberedEntry): Schemas['SandboxLogEntry'] {
  const id = String(number).padStart(idDigits, '0')
  return { id, timestamp: formatInstant(atMs), message, level, fields: { ...fields } }
}

/** Clients of the first version take each line for a JSON text with a level and a logger. */
export function renderLogsV1(entries: readonly NumberedEntry[]): Schemas['SandboxLogs'] {
  const logs = entries.map(({ atMs, message, level, fields }) => {
    const line = { logger: 'sandbox', ...fields, level, message }
    return { timestamp: formatInstant(atMs), line: JSON.stringify(line) }
  })
  return { logs, logEntries: entries.map(renderLogEntry) }
}

/**
 * Those clients go on a millisecond behind the last entry they have seen. So a page that is full ends where an instant
 * ends; the rest of the last instant comes with the next one. An instant that fills a page alone is cut.
 */
export function wholeInstants(entries: readonly NumberedEntry[], limit: number): readonly NumberedEntry[] {
  const lastAtMs = entries.at(-1)?.atMs
  if (entries.length < limit || entries[0]?.atMs === lastAtMs) return entries
  return entries.filter(({ atMs }) => atMs !== lastAtMs)
}
