import { isServiceError } from '@cay/core/errors.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { EndedSandbox } from '../../ports/record.ts'
import type { NodeContext } from '../node/node-context.ts'

export type RecordEndContext = Pick<NodeContext, 'clock' | 'log' | 'pauseAgainAtMs' | 'records' | 'registry'>

export type Ending = Pick<EndedSandbox, 'claim' | 'templateId' | 'buildId' | 'resources'>

/**
 * Records that a sandbox has ended, and publishes it. On a full disk it is published without a record, because ends are what
 * frees space: if the node dies before control acknowledges the end, the next start finds the sandbox dead.
 */
export async function recordEnd(node: RecordEndContext, ending: Ending, reason: EndReason): Promise<void> {
  const { claim, templateId, buildId, resources } = ending
  const { sandboxId } = claim
  const ended = { claim, templateId, buildId, resources, reason, endedAtMs: node.clock.nowMs() }
  try {
    await node.records.writeEnded(ended)
  } catch (error) {
    // The caller gets an error, so the sandbox must not have ended at the next start.
    await node.records.removeEnded(sandboxId)
    if (!isServiceError(error, 'disk_full')) throw error
    node.log.error(
      { event: 'sandbox.end.record.failed', sandboxID: sandboxId, err: error },
      'failed to record the end of a sandbox',
    )
  }
  node.registry.end(ended)
  node.pauseAgainAtMs.delete(sandboxId)
  node.log.info({ event: 'sandbox.ended', sandboxID: sandboxId, reason }, 'sandbox ended')
}
