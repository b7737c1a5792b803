/**
 * A log line is one JSON object on standard output: `event`, a fixed name to search and to alert by, facts beside it, and
 * `msg`, a sentence for people, which may change. Events are listed in log-events/ and docs/log-events.md:
 *
 *   log.warn({ event: 'peer.watch.failed', peer, err: error }, 'failed to watch a peer')
 */
import { type Logger as LibraryLogger, pino } from 'pino'
import type { LineLevel } from './log-events/log-event.ts'
import type { LogEventName } from './log-events/log-events.ts'
import { currentRequestId } from './request-id.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevelName = (typeof logLevels)[number]

/** An event that has no row, or another level than its row says, does not compile. */
export type Logger = { readonly [Level in LineLevel]: LogLine<Level> } & {
  /** For libraries that log lines of their own. */
  readonly library: LibraryLogger
}

type LogLine<Level extends LineLevel> = (facts: LogFacts<Level>, sentence: string) => void

interface LogFacts<Level extends LineLevel> {
  readonly event: LogEventName<Level>
  readonly err?: unknown
  readonly [fact: string]: unknown
}

/** Fields that never reach a log, whatever object they come in. */
const secretFields = [
  'apiKey',
  'accessToken',
  'controlToken',
  'trafficAccessToken',
  'envVars',
  'password',
  'value',
]

export function createLogger(service: string, level: LogLevelName): Logger {
  const lines = pino({
    name: service,
    level,
    base: { service },
    mixin: requestField,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
  })
  return {
    debug: lines.debug.bind(lines),
    info: lines.info.bind(lines),
    warn: lines.warn.bind(lines),
    error: lines.error.bind(lines),
    fatal: lines.fatal.bind(lines),
    library: lines.child({ event: 'service.library' }),
  }
}

/** Every line that is written for a request names it. */
function requestField(): { requestID?: string } {
  const requestID = currentRequestId()
  return requestID === undefined ? {} : { requestID }
}

/** As pino renders it, but nothing twice: many an error begins with all that its cause has said. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return Object.assign(pino.stdSerializers.err(error), { message: messagesOf(error).join(': ') })
}

function messagesOf(error: Error): string[] {
  const messages: string[] = []
  const seen = new Set<unknown>()
  for (let each: unknown = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each)
    const { message } = each
    if (!messages.some((told) => told.includes(message))) messages.push(message)
  }
  return messages
}
