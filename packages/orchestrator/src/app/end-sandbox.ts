/**
 * Ends a sandbox for good, with its reason. The end is recorded and published before anything is removed: a crash in
 * between is finished by the next start, and the proxy resets connections while there is still somebody to reset. The
 * caller waits for the end of the sandbox's processes, not for the machine to clear away what they had.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { EndReason } from '../ports.ts'
import type { Node } from './node.ts'
import { endContainer } from './remove-container.ts'
import type { LiveRecord } from './sandbox-registry.ts'

/** Throws `sandbox_not_found` when no such sandbox lives. */
export function endSandbox(node: Node, sandboxId: string, reason: EndReason): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    await end(node, record, reason)
  })
}

/** For the node's own reasons, which must still hold when the sandbox's turn comes. */
export function endSandboxIf(
  node: Node,
  sandboxId: string,
  cause: { reason: EndReason; holds: (record: LiveRecord) => boolean },
) {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined && cause.holds(record)) await end(node, record, cause.reason)
  })
}

async function end(node: Node, record: LiveRecord, reason: EndReason): Promise<void> {
  const ended = {
    claim: record.claim,
    templateId: record.templateId,
    buildId: record.buildId,
    resources: record.container.resources,
    reason,
    endedAtMs: node.clock.nowMs(),
  }
  await node.records.writeEnded(ended)
  node.registry.end(ended)
  node.log.info({ sandboxID: record.claim.sandboxId, reason }, 'sandbox ended')
  await endContainer(node, record)
}
