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
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
  })
}
