/** Gives the node a paused sandbox that it lacks and the object store has: after the loss of its disk, for one. */
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { Deps } from '../deps.ts'
import { recordPurpose } from './artifact-keys.ts'

export type AdoptDeps = Pick<Deps, 'blobs' | 'store' | 'sealer' | 'orchestrator'>

/** Undefined when it is not stored. Throws node_unavailable. */
export async function adoptStored(
  { blobs, store, sealer, orchestrator }: AdoptDeps,
  sandboxId: string,
): Promise<NodeSandbox | undefined> {
  if (blobs === undefined) return undefined
  const stored = await store.findStoredPause(sandboxId)
  if (stored === undefined) return undefined
  const record = sealer.open(stored.sealedRecord, recordPurpose(stored.artifactId))
  return await orchestrator.adoptPaused(sandboxId, record)
}
