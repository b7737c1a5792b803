/** Appends the denials of the egress gateway to the logs of the sandboxes. While the gateway is down, nothing is denied. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPullId } from '@cay/core/ids.ts'
import { denialLine } from '@cay/core/logs/denial-lines.ts'
import type { NodeContext } from '../node/node-context.ts'

/** Milliseconds until the stream is opened again. */
const againMs = 1000

/** Ends only when `signal` is aborted. */
export async function recordDenials(
  { egressClient, logs, log }: Pick<NodeContext, 'egressClient' | 'log' | 'logs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const denied of egressClient.watchDenials(signal)) {
        // An image pull has no log of its own: its denials are in the log of the egress gateway.
        if (isPullId(denied.sandboxId)) continue
        logs.add(denied.sandboxId, [{ ...denialLine(denied), atMs: denied.atMs }])
      }
    } catch (error) {
      if (!signal.aborted)
        log.debug(
          { event: 'egress.denials.watch.failed', err: error },
          'failed to watch the denials of the egress gateway',
        )
    }
    // The abort ends the wait.
    await sleep(againMs, undefined, { signal }).catch(() => undefined)
  }
}
