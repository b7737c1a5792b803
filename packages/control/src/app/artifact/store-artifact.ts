/**
 * An artifact is stored in three steps: control makes a key, the node sends the objects by links that are signed one by
 * one, and control records that they are there. Whichever side dies in between, nothing refers to the objects that were
 * sent, and they are collected.
 */
import type { PresignedRequest } from '@cay/blobs/ports/presigned.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { ArtifactFacts, ArtifactKind, Attempt } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'
import { withoutForeign } from '../node/caller-rights.ts'
import { keyBytes, keyPurpose, objectName, recordPurpose } from './artifact-keys.ts'
import { assertStorable, assertUploading, refused } from './artifact-rights.ts'

export type StoreArtifactDeps = Pick<
  Deps,
  'store' | 'sealer' | 'clock' | 'log' | 'randomBytes' | 'blobs' | 'buildOffers'
>

/** How long a link is good for, in seconds: an object has at most 64 MiB. */
export const linkSeconds = 900

/** Objects are counted in such steps, so that most uploads need no write for it. */
const countStep = 32

export interface BeginArtifact {
  readonly artifactId: string
  readonly kind: ArtifactKind
  /** The node that asks; undefined on a single machine. */
  readonly caller: string | undefined
}

/** Undefined when the artifact is stored. Throws forbidden. */
export async function beginArtifact(
  deps: StoreArtifactDeps,
  { artifactId, kind, caller }: BeginArtifact,
): Promise<{ readonly key: Uint8Array; readonly attempt: number } | undefined> {
  const { store, sealer, clock, randomBytes } = deps
  await assertStorable(deps, { artifactId, kind }, caller)
  const key = randomBytes(keyBytes)
  const text = Buffer.from(key).toString('hex')
  const attempt = await store.beginArtifact({
    artifactId,
    kind,
    nowMs: clock.nowMs(),
    nodeId: caller,
    sealKey: (attempt) => sealer.seal(text, keyPurpose({ artifactId, attempt })),
  })
  return attempt === undefined ? undefined : { key, attempt }
}

export interface Upload extends Attempt {
  /** Of the object. */
  readonly number: number
  readonly bytes: number
  readonly sha256: string
  readonly caller: string | undefined
}

/** Throws not_found when the attempt is not the present one, forbidden. */
export async function linkUpload(
  deps: StoreArtifactDeps,
  { number, bytes, sha256, caller, ...attempt }: Upload,
): Promise<PresignedRequest> {
  await assertUploading(deps, attempt, caller)
  // Written before the first object of each step can exist, so that collecting it misses none.
  if (number % countStep === 0 && !(await deps.store.noteObjects(attempt, number + countStep)))
    throw noAttempt(attempt)
  return await blobsOf(deps).presignPut(objectName(attempt, number), { bytes, sha256 }, linkSeconds)
}

export interface Commit extends Omit<ArtifactFacts, 'sealedRecord'> {
  readonly record: string
}

/** Throws not_found when the attempt is not the present one, conflict, forbidden, stale_epoch. */
export async function commitArtifact(deps: StoreArtifactDeps, { record, ...given }: Commit): Promise<void> {
  const { store, sealer, clock, log } = deps
  const { artifactId, nodeId } = given
  const facts = { ...given, segments: await ownSegments(deps, given) }
  const sealedRecord = record === '' ? '' : sealer.seal(record, recordPurpose(artifactId))
  const result = await store.commitArtifact({ ...facts, sealedRecord }, clock.nowMs())
  if (result === 'unknown') throw noAttempt(facts)
  if (result === 'incomplete')
    throw new ServiceError('conflict', `artifact "${artifactId}" needs one that is not stored`)
  if (result === 'foreign') throw refused(deps, artifactId, nodeId ?? '')
  if (result === 'stale')
    throw new ServiceError('stale_epoch', `sandbox "${facts.sandboxId}" was placed again since that pause`)
  if (result === 'ended') throw new ServiceError('conflict', `sandbox "${facts.sandboxId}" has ended`)
  log.debug(
    { event: 'artifact.stored', artifactID: artifactId, bytes: facts.storedBytes },
    'stored an artifact in the object store',
  )
}

/** A part of the log of a sandbox that is elsewhere must not keep the node from storing the others. */
async function ownSegments(
  deps: StoreArtifactDeps,
  { segments = [], nodeId }: Pick<Commit, 'segments' | 'nodeId'>,
) {
  const ids = segments.map(({ sandboxId }) => sandboxId)
  const own = await withoutForeign(deps, ids, nodeId)
  return segments.filter(({ sandboxId }) => own.has(sandboxId))
}

export function blobsOf({ blobs }: Pick<Deps, 'blobs'>) {
  if (blobs === undefined) throw new ServiceError('not_implemented', 'no object store is configured')
  return blobs
}

function noAttempt({ artifactId, attempt }: Attempt): ServiceError {
  return new ServiceError(
    'not_found',
    `attempt ${attempt} to store artifact "${artifactId}" is not the present one`,
  )
}
