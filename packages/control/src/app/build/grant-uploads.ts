/** Lets a node of a cluster use files of COPY steps: those that it is about to be sent, and those that its build copies. */
import { uploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import type { BuildOnNode } from '../../ports/build.ts'
import type { Clock } from '../../ports/host.ts'
import type { NodeRegistry } from '../../ports/node-clients.ts'
import type { Store } from '../../ports/store.ts'

export interface GrantDeps {
  readonly store: Pick<Store, 'grantUploads'>
  readonly clock: Clock
  readonly nodeRegistry: NodeRegistry
}

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

/** Those that the build copies. */
export async function grantCopied(
  deps: GrantDeps,
  nodeId: string,
  { teamId, steps }: Pick<BuildOnNode, 'teamId' | 'steps'>,
): Promise<void> {
  const hashes = steps.flatMap(({ filesHash }) => (filesHash === '' ? [] : [filesHash]))
  await grantUploads(deps, nodeId, { teamId, hashes })
}
