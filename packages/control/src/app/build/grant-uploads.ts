/** Lets a node of a cluster use files of COPY steps: those that it is about to be sent, and those that its build copies. */
import { uploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import type { Deps } from '../deps.ts'

export type GrantDeps = Pick<Deps, 'store' | 'clock' | 'nodeRegistry'>

/** Longer than a build takes with the time that it waits. What the node has read it keeps anyway. */
const grantedMs = 24 * 3_600_000

export interface Copied {
  readonly teamId: string
  readonly hashes: readonly string[]
}

/** To be called before the node is asked for anything. */
export async function grantUploads(
  { store, clock, nodeRegistry }: GrantDeps,
  nodeId: string,
  { teamId, hashes }: Copied,
): Promise<void> {
  if (!nodeRegistry.isCluster) return
  const ids = hashes.map((hash) => uploadArtifactId(teamId, hash))
  await store.grantUploads(nodeId, ids, clock.nowMs() + grantedMs)
}
