/**
 * The lifecycle of a service process, the same for all of them: a settings error is one line and exit code 78; `ready` is
 * sent to the supervisor over IPC; SIGTERM, SIGINT and the loss of the supervisor stop it gracefully, once.
 */

import { type CommonSettings, readCommonSettings } from './data-layout.ts'
import { createLogger, type Logger } from './log.ts'
import { serveMetrics } from './metrics.ts'
import { type MetricsSettings, readMetricsSettings } from './metrics-settings.ts'
import { type Environment, SettingError } from './settings.ts'
import { readTracingSettings, startTracing, type TracingSettings } from './tracing.ts'

export interface RunningService {
  /** What it listens on, by name: `{ api: 'http://127.0.0.1:3000' }`. */
  readonly listening: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export interface ServiceContext {
  readonly env: Environment
  readonly settings: CommonSettings
  readonly log: Logger
}

/** Sent to the supervisor when the service is ready. */
export interface ReadyMessage {
  readonly kind: 'ready'
  readonly listening: Readonly<Record<string, string>>
}

export const exitCodes = { badSettings: 78, fault: 1 } as const

/** Timeout of a graceful stop. */
const stopMsMax = 10_000

export async function runService(
  name: string,
  start: (context: ServiceContext) => Promise<RunningService>,
): Promise<void> {
  const env = process.env
  const settings = orExit(() => readCommonSettings(env))
  const metricsSettings = orExit(() => readMetricsSettings(env, name))
  const tracingSettings = orExit(() => readTracingSettings(env))
  const log = createLogger(name, settings.logLevel)
  // Without a supervisor nobody reads our log: EPIPE must not end the process before the stop is done.
  process.stdout.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'service.crashed', err: error }, 'exception was not handled')
    process.exit(exitCodes.fault)
  })
  try {
    const service = await withTracing(name, tracingSettings, () =>
      withMetrics(name, metricsSettings, () => start({ env, settings, log })),
    )
    stopOnRequest(service, log)
    log.info({ event: 'service.ready', listening: service.listening }, 'ready')
    process.send?.({ kind: 'ready', listening: service.listening } satisfies ReadyMessage)
  } catch (error) {
    if (error instanceof SettingError)
      orExit(() => {
        throw error
      })
    log.fatal({ event: 'service.start.failed', err: error }, 'failed to start')
    process.exit(exitCodes.fault)
  }
}

/** Traces from start to stop of the service, where a collector is set. */
async function withTracing(
  name: string,
  settings: TracingSettings,
  start: () => Promise<RunningService>,
): Promise<RunningService> {
  const stopTracing = await startTracing(settings, name)
  const service = await start()
  return {
    listening: service.listening,
    stop: async () => {
      await service.stop()
      await stopTracing()
    },
  }
}

/** Serves metrics from start to stop of the service, where a port is set. */
async function withMetrics(
  name: string,
  { bind, port }: MetricsSettings,
  start: () => Promise<RunningService>,
): Promise<RunningService> {
  if (port === undefined) return await start()
  const metrics = await serveMetrics({ bind, port, service: name })
  const service = await start()
  return {
    listening: { ...service.listening, [`${name}Metrics`]: metrics.url },
    stop: async () => {
      await service.stop()
      await metrics.close()
    },
  }
}

function stopOnRequest(service: RunningService, log: Logger): void {
  let isStopping = false
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ event: 'service.stopping', reason }, 'stopping')
    setTimeout(() => process.exit(exitCodes.fault), stopMsMax).unref()
    try {
      await service.stop()
      process.exit(0)
    } catch (error) {
      log.error({ event: 'service.stop.failed', err: error }, 'failed to stop in order')
      process.exit(exitCodes.fault)
    }
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('disconnect', () => void stop('supervisor is gone'))
}

function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(exitCodes.badSettings)
  }
}
