import { type Logger, pino } from 'pino'

export type { Logger }

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevelName = (typeof logLevels)[number]

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

/** One JSON line per decision on standard output. */
export function createLogger(service: string, level: LogLevelName): Logger {
  return pino({
    name: service,
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
  })
}

/** As pino tells it, but nothing twice: many an error begins with all that its cause has said. */
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
