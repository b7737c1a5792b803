import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../ports/host.ts'

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    wait(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      // Waking early is the purpose of the signal.
      if (signal?.aborted !== true) throw error
    }),
}
