/**
 * Ends or pauses a sandbox whose timeout has passed, as its lifecycle says. A sandbox that cannot be paused keeps running, and
 * the pause is retried.
 */
import { atExpiry } from '@cay/core/sandbox/lifecycle.ts'
import { type PauseContext, pauseInTurn } from '../pause/pause-sandbox.ts'
import { type EndContext, endInTurn } from './end-sandbox.ts'

export type ExpireContext = EndContext & PauseContext

/** Milliseconds until a failed pause is retried. */
const pauseAgainMs = 5_000

export function expireSandbox(node: ExpireContext, sandboxId: string): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined || !isDue(node, sandboxId)) return
    const outcome = atExpiry(record.claim.lifecycle)
    if (outcome.kind === 'end') return await endInTurn(node, record, 'expired')
    try {
      // Nobody waits for it, so an object store that does not answer keeps no sandbox running.
      await pauseInTurn(node, record, { filesOnly: outcome.filesOnly, isDeferred: true })
      node.pauseAgainAtMs.delete(sandboxId)
    } catch (error) {
      node.pauseAgainAtMs.set(sandboxId, node.clock.nowMs() + pauseAgainMs)
      throw error
    }
  })
}

/** Its timeout has passed, and no pause of it has just failed. */
export function isDue(node: ExpireContext, sandboxId: string): boolean {
  const endAtMs = node.registry.find(sandboxId)?.claim.endAtMs ?? Number.POSITIVE_INFINITY
  return Math.max(endAtMs, node.pauseAgainAtMs.get(sandboxId) ?? 0) <= node.clock.nowMs()
}
