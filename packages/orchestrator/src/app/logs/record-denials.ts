/** Writes what the egress gateway refuses to sandboxes into their logs. While the egress gateway is away there is nothing to refuse. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPullId } from '@cay/core/ids.ts'
import { denialLine } from '@cay/core/logs/denial-lines.ts'
import type { NodeContext } from '../node/node-context.ts'

/** Milliseconds until the egress gateway is asked again. */
const againMs = 1000

/** Ends only when `signal` is aborted. */
export async function recordDenials(
  { egressClient, logs, log }: Pick<NodeContext, 'egressClient' | 'log' | 'logs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const denied of egressClient.watchDenials(signal)) {
        // A pull is no sandbox and has no log of its own: the egress gateway's has what it was refused.
        if (isPullId(denied.sandboxId)) continue
        logs.add(denied.sandboxId, [{ ...denialLine(denied), atMs: denied.atMs }])
      }
    } catch (error) {
      if (!signal.aborted) log.debug({ err: error }, 'the egress gateway cannot be listened to')
    }
    // Being aborted while waiting is how this ends.
    await sleep(againMs, undefined, { signal }).catch(() => undefined)
  }
}
