/**
 * What a node of a cluster may do with artifacts. It stores what it began to store, reads what its own sandboxes and builds need
 * and what it was offered to fetch ahead, and releases what is its own. An undefined caller is the node of a single machine, which may do everything.
 */
import { isUploadArtifactId } from '@cay/blobs/app/upload-id.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { ArtifactKind, Attempt, UploadGrant } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'

type RightsDeps = Pick<Deps, 'store' | 'log' | 'clock' | 'buildOffers'>
type Caller = string | undefined

interface Named {
  readonly artifactId: string
  readonly kind: ArtifactKind
}

/** Throws forbidden. Programs of runtimes are the same everywhere. */
export async function assertReadable(
  deps: RightsDeps,
  { artifactId, kind }: Named,
  caller: Caller,
): Promise<void> {
  if (caller === undefined || kind === 'runtime') return
  if (isUploadArtifactId(artifactId)) return await assertGranted(deps, [artifactId], caller)
  if (await deps.store.isNeededOn(caller, artifactId)) return
  if ((await deps.buildOffers?.isOffered(caller, artifactId)) !== true)
    throw refused(deps, artifactId, caller)
}

/** Throws forbidden when one of them is not the caller's; then none is to be released. */
export async function assertReleasable(
  deps: RightsDeps,
  artifactIds: readonly string[],
  caller: Caller,
): Promise<void> {
  if (caller === undefined) return
  await assertGranted(deps, artifactIds, caller)
  const [foreign] = await deps.store.listForeign(caller, artifactIds)
  if (foreign !== undefined) throw refused(deps, foreign, caller)
}

/** Throws forbidden. Whoever could store files under the name of those of a team would decide what its builds copy. */
export async function assertStorable(
  deps: RightsDeps,
  { artifactId, kind }: Named,
  caller: Caller,
): Promise<void> {
  if (caller === undefined) return
  const isUpload = isUploadArtifactId(artifactId)
  if (isUpload !== (kind === 'upload')) throw refused(deps, artifactId, caller)
  if (isUpload && !(await readGrants(deps, [artifactId], caller)).own.has(artifactId))
    throw refused(deps, artifactId, caller)
}

/** Throws forbidden for files of a COPY step that were neither sent to the node nor are copied by a build on it. */
async function assertGranted(
  deps: RightsDeps,
  artifactIds: readonly string[],
  caller: string,
): Promise<void> {
  const uploads = artifactIds.filter(isUploadArtifactId)
  const { all, own } = await readGrants(deps, uploads, caller)
  // Those without any are from a control process of the version before.
  const foreign = uploads.find((artifactId) => all.has(artifactId) && !own.has(artifactId))
  if (foreign !== undefined) throw refused(deps, foreign, caller)
}

/** Which of the artifacts have grants, and which of them the caller has one for. */
async function readGrants({ store, clock }: RightsDeps, artifactIds: readonly string[], caller: string) {
  const grants = await store.listUploadGrants(artifactIds)
  const isOwn = ({ nodeId, untilMs }: UploadGrant) => nodeId === caller && untilMs > clock.nowMs()
  const idsOf = (some: readonly UploadGrant[]) => new Set(some.map(({ artifactId }) => artifactId))
  return { all: idsOf(grants), own: idsOf(grants.filter(isOwn)) }
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
