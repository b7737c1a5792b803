/**
 * Ends or pauses a sandbox whose timeout has passed, as its lifecycle says. A sandbox that cannot be paused keeps running, and
 * the pause is retried: for as long as the node is in want of something, but not for as long as the guest likes.
 */
import { isServiceError } from '@cay/core/errors.ts'
import { atExpiry } from '@cay/core/sandbox/lifecycle.ts'
import { type PauseContext, type PauseOptions, pauseInTurn } from '../pause/pause-sandbox.ts'
import { type EndContext, endInTurn } from './end-sandbox.ts'
import type { LiveRecord } from './sandbox-registry.ts'

export type ExpireContext = EndContext & PauseContext

/** Milliseconds until a failed pause is retried. */
const pauseAgainMs = 5_000
/** Milliseconds after its timeout until a sandbox that makes its own pause fail is ended. */
const pauseTriesMsMax = 10 * 60_000

export function expireSandbox(node: ExpireContext, sandboxId: string): Promise<void> {
  return node.queue.run(sandboxId, async (preempted) => {
    const record = node.registry.find(sandboxId)
    if (record === undefined || !isDue(node, sandboxId)) return
    const outcome = atExpiry(record.claim.lifecycle)
    if (outcome.kind === 'end') return await endInTurn(node, record, 'expired')
    try {
      await pauseAtExpiry(node, record, { filesOnly: outcome.filesOnly, preempted })
      node.pauseAgainAtMs.delete(sandboxId)
    } catch (error) {
      if (isServiceError(error, 'conflict') && isOverdue(node, record)) {
        node.log.warn(
          { event: 'sandbox.pause.given_up', sandboxID: sandboxId, err: error },
          'a sandbox could not be paused at its timeout; it is ended',
        )
        return await endInTurn(node, record, 'expired')
      }
      node.pauseAgainAtMs.set(sandboxId, node.clock.nowMs() + pauseAgainMs)
      throw error
    }
  })
}

async function pauseAtExpiry(
  node: ExpireContext,
  record: LiveRecord,
  { filesOnly, preempted }: PauseOptions,
): Promise<void> {
  // Nobody waits for it, so an object store that does not answer keeps no sandbox running.
  const isDeferred = true
  try {
    await pauseInTurn(node, record, { filesOnly, preempted, isDeferred })
  } catch (error) {
    const mayBeSaved = !isOverdue(node, record) && (await node.runtime.hasFileServer(record.container))
    if (filesOnly || mayBeSaved) throw error
    // Its memory cannot be saved any more, and it must not run for ever.
    await pauseInTurn(node, record, { filesOnly: true, preempted, isDeferred })
  }
}

function isOverdue({ clock }: ExpireContext, { claim }: LiveRecord): boolean {
  return clock.nowMs() >= claim.endAtMs + pauseTriesMsMax
}

/** Its timeout has passed, and no pause of it has just failed. */
export function isDue(node: ExpireContext, sandboxId: string): boolean {
  const endAtMs = node.registry.find(sandboxId)?.claim.endAtMs ?? Number.POSITIVE_INFINITY
  return Math.max(endAtMs, node.pauseAgainAtMs.get(sandboxId) ?? 0) <= node.clock.nowMs()
}
