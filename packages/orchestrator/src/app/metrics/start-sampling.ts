/** Starts to sample the usage of sandboxes. `stop` saves what is not saved yet. */
import { sampleEveryMs } from '@cay/core/metrics/step.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { SeriesStore } from '../../ports/observe.ts'
import type { UsageSampler } from './usage-sampler.ts'

/** Milliseconds between sweeps of expired metrics. */
const sweepEveryMs = 3_600_000

export function startSampling(
  usage: UsageSampler,
  store: SeriesStore,
  log: Logger,
): { stop: () => Promise<void> } {
  const sweep = () =>
    void store
      .sweep()
      .catch((error: unknown) =>
        log.warn({ event: 'metrics.prune.failed', err: error }, 'failed to remove old metrics; retried'),
      )
  const timers = [setInterval(() => void usage.sample(), sampleEveryMs), setInterval(sweep, sweepEveryMs)]
  sweep()
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await usage.close()
    },
  }
}
