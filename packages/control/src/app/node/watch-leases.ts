/**
 * Gives up nodes that have not renewed their lease for too long. One control process does it, and another one goes on counting where
 * it stopped: a node that was told of several processes fences itself by its last renewal alone, so nothing that happened since puts the
 * loss off. One that was not may have been excused while the database was away, and is counted anew.
 */
import { isLossDue } from '@cay/core/placement/decide-renewal.ts'
import type { Store } from '../../ports/store.ts'
import { attempt } from '../attempt.ts'
import type { LiveReplicas } from '../replica/live-replicas.ts'
import { type LeaseRenewals, type LoseDeps, loseNode } from './renew-lease.ts'

const everyMs = 5_000

export interface WatchLeasesDeps extends LoseDeps {
  readonly store: Pick<Store, 'listNodes' | 'loseNode'>
  readonly replicas: Pick<LiveReplicas, 'wasToldOfSeveral'>
  readonly renewals: Pick<LeaseRenewals, 'failedAtMs'>
  readonly nodeLossMs: number
}

/** Until the signal is aborted. Never throws. */
export async function watchLeases(deps: WatchLeasesDeps, signal: AbortSignal): Promise<void> {
  const { store, leaseClock, replicas, renewals, nodeLossMs: lossMs } = deps
  // While the database was away no node could renew, and another process may have watched before.
  let recordingSinceMs = leaseClock.nowMs()
  let isAnswering = false
  while (!signal.aborted) {
    await leaseClock.sleep(everyMs, signal)
    if (signal.aborted) return
    const wasAnswering = isAnswering
    isAnswering = false
    await attempt(deps, 'watch the leases of nodes', async () => {
      const nodes = await store.listNodes()
      const nowMs = leaseClock.nowMs()
      if (!wasAnswering) recordingSinceMs = nowMs
      isAnswering = true
      for (const node of nodes) {
        const isTold = replicas.wasToldOfSeveral(node.renewedAtMs)
        // Renewals may fail alone, as while somebody holds a lock of the table; nodes are told, and let run what runs.
        const countsFromMs = isTold ? node.renewedAtMs : Math.max(recordingSinceMs, renewals.failedAtMs)
        if (isLossDue(node, { nowMs, recordingSinceMs: countsFromMs, lossMs })) await loseNode(deps, node)
      }
    })
  }
}
