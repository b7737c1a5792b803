/**
 * The last look into a sandbox's log before the sandbox stops: for whoever has its turn, and has said already that it does not
 * run any more, so that nobody asks its daemon afterwards. Never rejects; takes half a second at the worst.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export type FlushLogsContext = Pick<NodeContext, 'logs' | 'registry'>

/** Milliseconds. A question that was asked before may be waiting for its answer still. */
const flushMsMax = 500

export async function flushLogs(node: FlushLogsContext, record: LiveRecord): Promise<void> {
  // Who is frozen was asked before, and would not answer.
  if (!node.registry.isFrozen(record.claim.sandboxId)) {
    const late = sleep(flushMsMax, undefined, { ref: false })
    await Promise.race([node.logs.fetchLast(record, flushMsMax), late])
  }
}
