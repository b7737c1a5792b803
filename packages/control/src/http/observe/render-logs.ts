/** Renders logs in the wire format. */
import type { components } from '@cay/contract/gen/control/api.js'
import { formatInstant } from '@cay/core/instant.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'

type Schemas = components['schemas']

/** Zero-padded, so that the ids of one sandbox sort as text in the order of their entries. */
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

/** Clients of the first version parse each line as JSON with a level and a logger. */
export function renderLogsV1(entries: readonly NumberedEntry[]): Schemas['SandboxLogs'] {
  const logs = entries.map(({ atMs, message, level, fields }) => {
    const line = { logger: 'sandbox', ...fields, level, message }
    return { timestamp: formatInstant(atMs), line: JSON.stringify(line) }
  })
  return { logs, logEntries: entries.map(renderLogEntry) }
}

/**
 * Those clients continue one millisecond after the last entry that they got. So a full page ends at the boundary of an
 * instant, and the entries of its last instant follow on the next page. An instant that alone fills a page is cut.
 */
export function wholeInstants(entries: readonly NumberedEntry[], limit: number): readonly NumberedEntry[] {
  const lastAtMs = entries.at(-1)?.atMs
  if (entries.length < limit || entries[0]?.atMs === lastAtMs) return entries
  return entries.filter(({ atMs }) => atMs !== lastAtMs)
}
