/**
 * Fetches the last log lines of a sandbox before it stops. For callers that hold the sandbox's turn and have published that it
 * does not run any more, so that nobody queries its daemon afterwards. Never rejects, and takes two seconds at most.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

export type FlushLogsContext = Pick<NodeContext, 'logs' | 'registry'>

/** Milliseconds. An earlier query may still be waiting for its response. */
const flushMsMax = 2_000

export async function flushLogs(node: FlushLogsContext, record: LiveRecord): Promise<void> {
  // A frozen sandbox was flushed before it was frozen, and would not respond.
  if (!node.registry.isFrozen(record.claim.sandboxId)) await flushLogsOfAwake(node, record)
}

/** For one that is about to be frozen, and published as frozen already. False: its last lines were not fetched in time. */
export async function flushLogsOfAwake(
  node: Pick<FlushLogsContext, 'logs'>,
  record: LiveRecord,
): Promise<boolean> {
  const late = sleep(flushMsMax, false, { ref: false })
  return await Promise.race([node.logs.fetchLast(record, flushMsMax), late])
}
