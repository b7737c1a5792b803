/**
 * What the node does with a sandbox whose time is up: it ends it or pauses it, as its lifecycle says. One that cannot be
 * paused goes on, and is tried again.
 */
import { atExpiry } from '@cay/core/sandbox/lifecycle.ts'
import { type PauseContext, pauseInTurn } from '../pause/pause-sandbox.ts'
import { type EndContext, endInTurn } from './end-sandbox.ts'

export type ExpireContext = EndContext & PauseContext

/** Milliseconds until a pause that failed is tried again: a full disk is not emptied by trying. */
const pauseAgainMs = 5_000

export function expireSandbox(node: ExpireContext, sandboxId: string): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined || !isDue(node, sandboxId)) return
    const outcome = atExpiry(record.claim.lifecycle)
    if (outcome.kind === 'end') return await endInTurn(node, record, 'expired')
    try {
      await pauseInTurn(node, record, outcome.filesOnly)
      node.pauseAgainAtMs.delete(sandboxId)
    } catch (error) {
      node.pauseAgainAtMs.set(sandboxId, node.clock.nowMs() + pauseAgainMs)
      throw error
    }
  })
}

/** Its time is up, and no attempt to pause it failed just now. */
export function isDue(node: ExpireContext, sandboxId: string): boolean {
  const endAtMs = node.registry.find(sandboxId)?.claim.endAtMs ?? Number.POSITIVE_INFINITY
  return Math.max(endAtMs, node.pauseAgainAtMs.get(sandboxId) ?? 0) <= node.clock.nowMs()
}
