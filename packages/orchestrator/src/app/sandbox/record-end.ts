import { isServiceError } from '@cay/core/errors.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { EndedSandbox } from '../../ports/record.ts'
import type { NodeContext } from '../node/node-context.ts'

export type RecordEndContext = Pick<NodeContext, 'clock' | 'log' | 'pauseAgainAtMs' | 'records' | 'registry'>

export type Ending = Pick<EndedSandbox, 'claim' | 'templateId' | 'buildId' | 'resources'>

/**
 * Writes down that a sandbox has ended, and tells whoever watches. On a full disk it is told all the same, because ends are
 * what empties one: it is forgotten if the node dies before control has heard of it, and then the sandbox is found dead.
 */
export async function recordEnd(node: RecordEndContext, ending: Ending, reason: EndReason): Promise<void> {
  const { claim, templateId, buildId, resources } = ending
  const { sandboxId } = claim
  const ended = { claim, templateId, buildId, resources, reason, endedAtMs: node.clock.nowMs() }
  try {
    await node.records.writeEnded(ended)
  } catch (error) {
    // Who asked is told that it did not end: then it must not have ended at the next start.
    await node.records.removeEnded(sandboxId)
    if (!isServiceError(error, 'disk_full')) throw error
    node.log.error({ sandboxID: sandboxId, err: error }, 'the end of a sandbox could not be written down')
  }
  node.registry.end(ended)
  node.pauseAgainAtMs.delete(sandboxId)
  node.log.info({ sandboxID: sandboxId, reason }, 'sandbox ended')
}
