/** Gives a node what it needs to read a stored artifact. */
import type { PresignedRequest } from '@cay/blobs/ports/presigned.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { Attempt, StoredArtifact } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'
import { artifactKeyOpener, objectName } from './artifact-keys.ts'
import { assertReadable } from './artifact-rights.ts'
import { blobsOf, linkSeconds } from './store-artifact.ts'

export type OpenArtifactDeps = Pick<Deps, 'store' | 'sealer' | 'clock' | 'blobs' | 'log' | 'buildOffers'>

export interface OpenedArtifact
  extends Pick<StoredArtifact, 'kind' | 'attempt' | 'manifest' | 'runtimeId' | 'rootfsId'> {
  readonly key: Uint8Array
  /** Downloads of its first objects, in order. */
  readonly links: readonly PresignedRequest[]
}

/** What has more takes so long to fetch that asking for the other links does not count. */
const linksMax = 4
/** Of a full object: there are no fewer objects than the stored bytes fill. */
const objectBytes = 16 * 1024 * 1024

interface Asked {
  readonly artifactId: string
  /** The node that asks; undefined on a single machine. */
  readonly caller: string | undefined
}

/** Throws not_found when it is not stored, forbidden. */
export async function openArtifact(
  deps: OpenArtifactDeps,
  { artifactId, caller }: Asked,
): Promise<OpenedArtifact> {
  const { store, sealer } = deps
  const found = await store.findArtifact(artifactId)
  if (found === undefined) throw notStored(artifactId)
  await assertReadable(deps, found, caller)
  const { kind, attempt, manifest, runtimeId, rootfsId } = found
  const links = await linkFirst(deps, found)
  return { key: artifactKeyOpener(sealer)(found), kind, attempt, manifest, runtimeId, rootfsId, links }
}

async function linkFirst(
  { blobs }: OpenArtifactDeps,
  { artifactId, attempt, storedBytes }: StoredArtifact,
): Promise<PresignedRequest[]> {
  if (blobs === undefined) return []
  const length = Math.min(linksMax, Math.ceil(storedBytes / objectBytes))
  const sign = (_: unknown, number: number) =>
    blobs.presignGet(objectName({ artifactId, attempt }, number), linkSeconds)
  return await Promise.all(Array.from({ length }, sign))
}

/** Throws not_found when the artifact is not stored by this attempt, forbidden. */
export async function linkDownload(
  deps: OpenArtifactDeps,
  { number, caller, ...attempt }: Attempt & Asked & { readonly number: number },
): Promise<PresignedRequest> {
  const { artifactId } = attempt
  const found = await deps.store.findArtifact(artifactId)
  if (found?.attempt !== attempt.attempt) throw notStored(artifactId)
  await assertReadable(deps, found, caller)
  return await blobsOf(deps).presignGet(objectName(attempt, number), linkSeconds)
}

function notStored(artifactId: string): ServiceError {
  return new ServiceError('not_found', `artifact "${artifactId}" is not in the object store`)
}
