/**
 * A sandbox whose kernel has run out of memory stands still for good: it ends no command and closes no connection. So
 * somebody has to ask now and then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BuildFailure } from '../../ports/build-spec.ts'

/** Milliseconds between two questions. */
export const probeEveryMs = 10_000
/** Milliseconds for an answer: a machine under load takes seconds. */
export const probeMsMax = 30_000
/** Questions in a row without an answer. */
const failuresMax = 3

export interface LivenessProbe {
  readonly isAlive: () => Promise<boolean>
  readonly everyMs: number
  readonly signal: AbortSignal
}

/** Throws BuildFailure when nobody answers any more, and the signal's reason; never resolves. */
export async function failWhenUnresponsive({ isAlive, everyMs, signal }: LivenessProbe): Promise<never> {
  for (let failures = 0; failures < failuresMax; ) {
    await sleep(everyMs, undefined, { signal })
    failures = (await isAlive()) ? 0 : failures + 1
  }
  throw new BuildFailure('the sandbox does not answer any more: it has too little memory for what it does')
}
