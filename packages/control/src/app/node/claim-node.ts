import { nodeLeaseMs } from '@cay/core/placement/decide-renewal.ts'
import type { NodeClaim } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

/** What the transaction that places a sandbox checks again; undefined on a single machine. */
export function claimOf(
  { nodeRegistry, leaseClock }: Pick<Deps, 'nodeRegistry' | 'leaseClock'>,
  nodeId: string,
): NodeClaim | undefined {
  return nodeRegistry.isCluster ? { nodeId, renewedSinceMs: leaseClock.nowMs() - nodeLeaseMs } : undefined
}
