/** Starts everything that collects the logs of sandboxes. `stop` waits until it has ended. */
import type { LogStore } from '../../ports/observe.ts'
import type { NodeContext } from '../node/node-context.ts'
import { logPollEveryMs } from './log-collector.ts'
import { type LifecycleLogContext, recordLifecycle } from './record-lifecycle.ts'

/** Milliseconds between sweeps of logs over their limits. */
const sweepEveryMs = 10 * 60_000

/** Stop it after the registry has closed its watchers. */
export function startLogCollection(
  node: LifecycleLogContext & Pick<NodeContext, 'log'>,
  store: LogStore,
): { stop: () => Promise<void> } {
  const sweep = () =>
    void store
      .sweep()
      .catch((error: unknown) =>
        node.log.warn(
          { event: 'sandbox_log.prune.failed', err: error },
          'failed to remove old logs; retried',
        ),
      )
  const timers = [setInterval(() => node.logs.poll(), logPollEveryMs), setInterval(sweep, sweepEveryMs)]
  sweep()
  const lives = recordLifecycle(node).catch((error: unknown) =>
    node.log.error(
      { event: 'lifecycle_log.failed', err: error },
      'failed to log the lifecycle of sandboxes; it stopped',
    ),
  )
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await lives
      await node.logs.settled()
    },
  }
}
