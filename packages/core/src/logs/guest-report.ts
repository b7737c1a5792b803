/**
 * Converts a report of a process in the sandbox to a log entry: any JSON object is accepted. The common names for level
 * and message are recognized, and the rest becomes fields.
 */
import { boundEntry, type LogLevel, type LogText } from './entry.ts'

const messageNames = ['message', 'msg', 'event'] as const
const levelNames = ['level', 'severity', 'lvl'] as const

const levelWords: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  err: 'error',
  critical: 'error',
  fatal: 'error',
  panic: 'error',
}

export function entryOfReport(report: Readonly<Record<string, unknown>>): LogText {
  const messageName = messageNames.find((name) => typeof report[name] === 'string')
  const levelName = levelNames.find((name) => levelOf(report[name]) !== undefined)
  const fields = Object.entries(report)
    .filter(([name]) => name !== messageName && name !== levelName && name !== 'logger')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  return boundEntry({
    level: (levelName === undefined ? undefined : levelOf(report[levelName])) ?? 'info',
    message: messageName === undefined ? '' : String(report[messageName]),
    // First, because surplus fields are cut from the end.
    fields: { logger: loggerOf(report), ...Object.fromEntries(fields) },
  })
}

/** Prevents a process in the sandbox from impersonating another source. */
function loggerOf({ logger }: Readonly<Record<string, unknown>>): string {
  return typeof logger === 'string' && logger !== '' ? `guest.${logger}` : 'guest'
}

/** Names in any case, and the numeric levels of pino and bunyan. */
function levelOf(value: unknown): LogLevel | undefined {
  if (typeof value === 'string') {
    const word = value.toLowerCase()
    return Object.hasOwn(levelWords, word) ? levelWords[word] : undefined
  }
  if (typeof value !== 'number') return undefined
  if (value >= 50) return 'error'
  if (value >= 40) return 'warn'
  return value >= 30 ? 'info' : 'debug'
}
