/** Runs a program and waits for its end, for so long at most. */

import type { ProcessEnd } from '@cay/core/process/exit-status.ts'
import type { Launch, ProcessHost, StartedProcess } from '../ports/process.ts'

export interface BoundedRun {
  readonly launch: Launch
  /** Milliseconds; then the program is killed, with what it has started. */
  readonly timeoutMs: number
}

const sigkill = 9

/** Answers undefined when its time was up. What goes on behind its end may do so, and is not read any more. */
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

/** What it wrote last is on its way when it is reaped. */
function releaseLater(started: StartedProcess, ended: Promise<unknown>): void {
  ended.then(() => setTimeout(() => started.release(), lingerMs)).catch(() => undefined)
}

const lingerMs = 100
