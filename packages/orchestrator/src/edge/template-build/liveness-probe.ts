/**
 * A liveness probe of a sandbox. A sandbox whose kernel has run out of memory hangs forever, with its connections open, so it
 * has to be probed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BuildFailure } from '../../ports/build-spec.ts'

/** Milliseconds between probes. */
export const probeEveryMs = 10_000
/** Timeout of a probe in milliseconds: a loaded machine takes seconds. */
export const probeMsMax = 30_000
/** Consecutive failures after which the sandbox counts as dead. */
const failuresMax = 3

export interface LivenessProbe {
  readonly isAlive: () => Promise<boolean>
  readonly everyMs: number
  readonly signal: AbortSignal
}

/** Never resolves. Throws BuildFailure when the probe fails repeatedly, and the reason of the signal. */
export async function failWhenUnresponsive({ isAlive, everyMs, signal }: LivenessProbe): Promise<never> {
  for (let failures = 0; failures < failuresMax; ) {
    await sleep(everyMs, undefined, { signal })
    failures = (await isAlive()) ? 0 : failures + 1
  }
  throw new BuildFailure('the sandbox does not respond any more: it may have too little memory')
}
