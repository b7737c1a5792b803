/** One entry of a sandbox's log, from any source, and its limits. */

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogText {
  readonly level: LogLevel
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

export interface LogEntry extends LogText {
  readonly atMs: number
}

/** In UTF-16 units; longer texts are cut. */
export const logBounds = {
  messageLengthMax: 8192,
  fieldsMax: 32,
  fieldNameLengthMax: 64,
  fieldLengthMax: 1024,
} as const

/** Overhead of an entry beside its text. */
const entryOverhead = 96

export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least)
}

/** Cuts an entry to the limits; returns the same entry when it is within them. */
export function boundEntry<T extends LogText>(entry: T): T {
  const fields = Object.entries(entry.fields)
  const isBounded =
    entry.message.length <= logBounds.messageLengthMax &&
    fields.length <= logBounds.fieldsMax &&
    fields.every(
      ([name, value]) =>
        name.length <= logBounds.fieldNameLengthMax && value.length <= logBounds.fieldLengthMax,
    )
  if (isBounded) return entry
  return {
    ...entry,
    message: cut(entry.message, logBounds.messageLengthMax),
    fields: Object.fromEntries(
      fields
        .slice(0, logBounds.fieldsMax)
        .map(([name, value]) => [
          name.slice(0, logBounds.fieldNameLengthMax),
          cut(value, logBounds.fieldLengthMax),
        ]),
    ),
  }
}

/** The approximate size in memory or in a file, in bytes for plain text. */
export function sizeOf({ message, fields }: LogText): number {
  let size = entryOverhead + message.length
  for (const [name, value] of Object.entries(fields)) size += name.length + value.length
  return size
}

function cut(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text
}
