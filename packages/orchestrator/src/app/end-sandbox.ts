/**
 * Ends a sandbox for good, with its reason. The end is recorded and published before anything is removed: a crash in
 * between is finished by the next start, and the proxy resets connections while there is still somebody to reset. The
 * caller waits for the end of the sandbox's processes, not for the machine to clear away what they had.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { EndReason, PausedSandbox } from '../ports.ts'
import { dropSnapshot } from './drop-snapshot.ts'
import type { Node } from './node.ts'
import { endContainer } from './remove-container.ts'
import type { LiveRecord } from './sandbox-registry.ts'

/** Throws `sandbox_not_found` when no such sandbox lives. */
export function endSandbox(node: Node, sandboxId: string, reason: EndReason): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined) return await endInTurn(node, record, reason)
    const paused = node.registry.findPaused(sandboxId)
    if (paused === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    await endPaused(node, paused, reason)
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
    if (record !== undefined && cause.holds(record)) await endInTurn(node, record, cause.reason)
  })
}

/** For those who have the sandbox's turn already. */
export async function endInTurn(node: Node, record: LiveRecord, reason: EndReason): Promise<void> {
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
  node.pauseAgainAtMs.delete(record.claim.sandboxId)
  node.log.info({ sandboxID: record.claim.sandboxId, reason }, 'sandbox ended')
  await endContainer(node, record)
}

/** The end is recorded first: from then on the paused record means nothing, whenever it goes. */
async function endPaused(node: Node, paused: PausedSandbox, reason: EndReason): Promise<void> {
  const { claim, templateId, buildId, resources, snapshotId } = paused
  const { sandboxId } = claim
  const ended = { claim, templateId, buildId, resources, reason, endedAtMs: node.clock.nowMs() }
  await node.records.writeEnded(ended)
  await node.records.removePaused(sandboxId)
  node.registry.end(ended)
  node.log.info({ sandboxID: sandboxId, reason }, 'paused sandbox ended')
  dropSnapshot(node, snapshotId)
}
