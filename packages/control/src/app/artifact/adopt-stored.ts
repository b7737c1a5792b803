/** Gives the node a paused sandbox that it lacks and the object store has: after the loss of its disk, for one. */
import type { NodeSandbox } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { recordPurpose } from './artifact-keys.ts'

export type AdoptDeps = Pick<Deps, 'blobs' | 'store' | 'sealer' | 'nodeRegistry'>

/** Undefined when it is not stored. `isResuming`: the caller resumes it next. Throws node_unavailable. */
export async function adoptStored(
  deps: AdoptDeps,
  sandbox: SandboxRecord,
  { isResuming = false } = {},
): Promise<NodeSandbox | undefined> {
  const { blobs, store, sealer } = deps
  const { sandboxId } = sandbox
  if (blobs === undefined) return undefined
  const stored = await store.findStoredPause(sandboxId)
  if (stored === undefined) return undefined
  const record = sealer.open(stored.sealedRecord, recordPurpose(stored.artifactId))
  const { orchestrator, epoch } = nodeOf(deps, sandbox)
  return await orchestrator.adoptPaused(sandboxId, record, { epoch, isResuming })
}
