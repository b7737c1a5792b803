/**
 * Ends or pauses a sandbox whose timeout has passed, as its lifecycle says. A sandbox that cannot be paused keeps running, and
 * the pause is retried.
 */
import { atExpiry } from '@cay/core/sandbox/lifecycle.ts'
import { type PauseContext, pauseInTurn } from '../pause/pause-sandbox.ts'
import { type EndContext, endInTurn } from './end-sandbox.ts'
import type { LiveRecord } from './sandbox-registry.ts'

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
      await pauseAtExpiry(node, record, outcome.filesOnly)
      node.pauseAgainAtMs.delete(sandboxId)
    } catch (error) {
      node.pauseAgainAtMs.set(sandboxId, node.clock.nowMs() + pauseAgainMs)
      throw error
    }
  })
}

async function pauseAtExpiry(node: ExpireContext, record: LiveRecord, filesOnly: boolean): Promise<void> {
  // Nobody waits for it, so an object store that does not answer keeps no sandbox running.
  const isDeferred = true
  try {
    await pauseInTurn(node, record, { filesOnly, isDeferred })
  } catch (error) {
    if (filesOnly || (await node.runtime.hasFileServer(record.container))) throw error
    // Its memory cannot be saved any more, and it must not run for ever.
    await pauseInTurn(node, record, { filesOnly: true, isDeferred })
  }
}

/** Its timeout has passed, and no pause of it has just failed. */
export function isDue(node: ExpireContext, sandboxId: string): boolean {
  const endAtMs = node.registry.find(sandboxId)?.claim.endAtMs ?? Number.POSITIVE_INFINITY
  return Math.max(endAtMs, node.pauseAgainAtMs.get(sandboxId) ?? 0) <= node.clock.nowMs()
}
