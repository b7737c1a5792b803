/**
 * A sandbox whose kernel has run out of memory stands still for good: it ends no command and closes no connection. So
 * somebody has to ask now and then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BuildFailure } from '../../ports/build-spec.ts'

/** Milliseconds between two questions. */
export const askEveryMs = 10_000
/** Milliseconds for an answer: a machine under load takes seconds. */
export const answerMsMax = 30_000
/** Questions in a row without an answer. */
const silencesMax = 3

export interface Asking {
  readonly answers: () => Promise<boolean>
  readonly everyMs: number
  readonly signal: AbortSignal
}

/** Throws BuildFailure when nobody answers any more, and the signal's reason; never resolves. */
export async function untilSilent({ answers, everyMs, signal }: Asking): Promise<never> {
  for (let silences = 0; silences < silencesMax; ) {
    await sleep(everyMs, undefined, { signal })
    silences = (await answers()) ? 0 : silences + 1
  }
  throw new BuildFailure('the sandbox does not answer any more: it has too little memory for what it does')
}
