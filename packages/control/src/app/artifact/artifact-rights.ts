/**
 * What a node of a cluster may do with artifacts. It stores what it began to store, and reads and releases what its own
 * sandboxes and builds need. An undefined caller is the node of a single machine, which may do everything.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { ArtifactKind, Attempt } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'

type RightsDeps = Pick<Deps, 'store' | 'log'>
type Caller = string | undefined

/**
 * Programs of runtimes are the same everywhere. Archives of COPY steps are for whichever node builds, and only who knows
 * team and content knows their names.
 */
const forAll: ReadonlySet<ArtifactKind> = new Set(['runtime', 'upload'])

/** Throws forbidden. */
export async function assertReadable(
  deps: RightsDeps,
  { artifactId, kind }: { readonly artifactId: string; readonly kind: ArtifactKind },
  caller: Caller,
): Promise<void> {
  if (caller === undefined || forAll.has(kind)) return
  if (!(await deps.store.isNeededOn(caller, artifactId))) throw refused(deps, artifactId, caller)
}

/** Throws forbidden when one of them is not the caller's; then none is to be released. */
export async function assertReleasable(
  deps: RightsDeps,
  artifactIds: readonly string[],
  caller: Caller,
): Promise<void> {
  if (caller === undefined) return
  const [foreign] = await deps.store.listForeign(caller, artifactIds)
  if (foreign !== undefined) throw refused(deps, foreign, caller)
}

/** Throws forbidden. Nothing is said of an attempt that is not the present one. */
export async function assertUploading(deps: RightsDeps, attempt: Attempt, caller: Caller): Promise<void> {
  if (caller === undefined) return
  const upload = await deps.store.findUpload(attempt)
  if (upload !== undefined && upload.nodeId !== caller) throw refused(deps, attempt.artifactId, caller)
}

/** Throws forbidden for a node of a cluster, unless the store is a directory, where control has no rights and nodes have all. */
export function assertMayRemove({ blobs }: Pick<Deps, 'blobs'>, caller: Caller): void {
  if (caller !== undefined && blobs?.location.startsWith('file:') !== true)
    throw new ServiceError('forbidden', 'nodes of a cluster do not remove objects: control does')
}

export function refused({ log }: Pick<Deps, 'log'>, artifactId: string, caller: string): ServiceError {
  log.warn(
    { event: 'node.request.refused', nodeID: caller, artifactID: artifactId },
    'refused a request of a node for an artifact that nothing on it needs',
  )
  return new ServiceError('forbidden', `the artifact '${artifactId}' is not one of node '${caller}'`)
}
