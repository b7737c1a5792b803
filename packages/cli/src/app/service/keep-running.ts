import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceExit, ServiceProcess } from '@cay/kit/host/service-process.ts'
import { countFailure, type RestartPace, restartDelayMs } from '../../dialect/service/restart-pace.ts'

export interface ServiceEvents {
  onStarted(child: ServiceProcess): void
  onReady(listening: Readonly<Record<string, string>>): void
  /** The service exited by itself. */
  onEnded(exit: ServiceExit, next: { failures: number; delayMs: number }): void
}

export interface KeepRunningOptions {
  readonly start: () => ServiceProcess
  readonly events: ServiceEvents
  readonly pace: RestartPace
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number
}

/** Starts a service again whenever it ends, without giving up, until the signal; then stops it and returns. */
export async function keepRunning(options: KeepRunningOptions, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const startedMs = performance.now()
    const exit = await runOnce(options, signal)
    if (signal.aborted) return
    failures = countFailure(failures, performance.now() - startedMs, options.pace)
    const delayMs = restartDelayMs(failures, options.pace)
    options.events.onEnded(exit, { failures, delayMs })
    // Cancelled only by the signal, which the loop checks.
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

async function runOnce(options: KeepRunningOptions, signal: AbortSignal): Promise<ServiceExit> {
  const child = options.start()
  const stop = () => void child.stop(options.graceMs)
  signal.addEventListener('abort', stop)
  options.events.onStarted(child)
  void child.ready.then((listening) => {
    if (listening !== undefined) options.events.onReady(listening)
  })
  try {
    return await child.exited
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
