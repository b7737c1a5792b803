/** Gives up nodes that have not renewed their lease for too long. One control process does it. */
import { isLossDue } from '@cay/core/placement/decide-renewal.ts'
import { attempt } from '../attempt.ts'
import { loseNode, type RenewDeps } from './renew-lease.ts'

const everyMs = 5_000

/** Until the signal is aborted. Never throws. */
export async function watchLeases(
  deps: RenewDeps & { readonly nodeLossMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, leaseClock, nodeLossMs: lossMs } = deps
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
      for (const node of nodes)
        if (isLossDue(node, { nowMs, recordingSinceMs, lossMs })) await loseNode(deps, node)
    })
  }
}
