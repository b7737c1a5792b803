import { nodeLeaseMs } from '@cay/core/placement/decide-renewal.ts'
import type { NodeClaim, SandboxRecord } from '../../ports/sandbox.ts'
import type { VolumeClaim } from '../../ports/volume.ts'
import type { Deps } from '../deps.ts'

type Placed = Pick<SandboxRecord, 'sandboxId' | 'teamId' | 'volumeMounts'>

/** What the transaction that places a sandbox checks again; undefined on a single machine. */
export function claimOf(
  { nodeRegistry, leaseClock }: Pick<Deps, 'nodeRegistry' | 'leaseClock'>,
  nodeId: string,
  sandbox: Placed,
): NodeClaim | undefined {
  if (!nodeRegistry.isCluster) return undefined
  const renewedSinceMs = leaseClock.nowMs() - nodeLeaseMs
  return { nodeId, renewedSinceMs, volumes: volumeClaimOf({ nodeRegistry }, nodeId, sandbox) }
}

export function volumeClaimOf(
  { nodeRegistry }: Pick<Deps, 'nodeRegistry'>,
  nodeId: string,
  { sandboxId, teamId, volumeMounts = [] }: Placed,
): VolumeClaim {
  const volumeIds = volumeMounts.map(({ volumeId }) => volumeId)
  return { sandboxId, teamId, volumeIds, directoryId: nodeRegistry.volumesDirectoryOf(nodeId) }
}
