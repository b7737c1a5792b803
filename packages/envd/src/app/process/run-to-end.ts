/** Runs a program and waits for its end, up to a time limit. */

import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { Launch, ProcessHost, StartedProcess } from '../../ports/process.ts'

export interface BoundedRun {
  readonly launch: Launch
  /** In milliseconds; after this the program and its process group are killed. */
  readonly timeoutMs: number
}

const sigkill = 9

/**
 * Returns undefined if the program timed out. Processes that the program leaves behind may continue after its end,
 * but their output is no longer read.
 */
export async function runToEnd(
  host: ProcessHost,
  { launch, timeoutMs }: BoundedRun,
): Promise<ProcessEnd | undefined> {
  const ended = Promise.withResolvers<ProcessEnd>()
  const ignored = () => undefined
  const started = host.start(launch, { output: ignored, drained: ignored, reaped: ended.resolve })
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs)
  try {
    const end = await Promise.race([ended.promise, late.promise])
    if (end === undefined) started.signalGroup(sigkill)
    return end
  } finally {
    clearTimeout(timer)
    releaseLater(started, ended.promise)
  }
}

/** The last output may still be in flight when the process is reaped. */
function releaseLater(started: StartedProcess, ended: Promise<unknown>): void {
  ended.then(() => setTimeout(() => started.release(), lingerMs)).catch(() => undefined)
}

const lingerMs = 100
