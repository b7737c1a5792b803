/**
 * An artifact is stored in three steps: control makes a key, the node sends the objects by links that are signed one by
 * one, and control records that they are there. Whichever side dies in between, nothing refers to the objects that were
 * sent, and they are collected.
 */
import type { PresignedRequest } from '@cay/blobs/ports/presigned.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { ArtifactFacts, ArtifactKind, Attempt } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'
import { keyBytes, keyPurpose, objectName, recordPurpose } from './artifact-keys.ts'

export type StoreArtifactDeps = Pick<Deps, 'store' | 'sealer' | 'clock' | 'log' | 'randomBytes' | 'blobs'>

/** How long a link is good for, in seconds: an object has at most 64 MiB. */
export const linkSeconds = 900

/** Objects are counted in such steps, so that most uploads need no write for it. */
const countStep = 32

/** Undefined when the artifact is stored. */
export async function beginArtifact(
  { store, sealer, clock, randomBytes }: StoreArtifactDeps,
  { artifactId, kind }: { readonly artifactId: string; readonly kind: ArtifactKind },
): Promise<{ readonly key: Uint8Array; readonly attempt: number } | undefined> {
  const key = randomBytes(keyBytes)
  const text = Buffer.from(key).toString('hex')
  const attempt = await store.beginArtifact({
    artifactId,
    kind,
    nowMs: clock.nowMs(),
    sealKey: (attempt) => sealer.seal(text, keyPurpose({ artifactId, attempt })),
  })
  return attempt === undefined ? undefined : { key, attempt }
}

export interface Upload extends Attempt {
  /** Of the object. */
  readonly number: number
  readonly bytes: number
  readonly sha256: string
}

/** Throws not_found when the attempt is not the present one. */
export async function linkUpload(
  deps: StoreArtifactDeps,
  { number, bytes, sha256, ...attempt }: Upload,
): Promise<PresignedRequest> {
  // Written before the first object of each step can exist, so that collecting it misses none.
  if (number % countStep === 0 && !(await deps.store.noteObjects(attempt, number + countStep)))
    throw noAttempt(attempt)
  return await blobsOf(deps).presignPut(objectName(attempt, number), { bytes, sha256 }, linkSeconds)
}

export interface Commit extends Omit<ArtifactFacts, 'sealedRecord'> {
  readonly record: string
}

/** Throws not_found when the attempt is not the present one, conflict. */
export async function commitArtifact(
  { store, sealer, clock, log }: StoreArtifactDeps,
  { record, ...facts }: Commit,
): Promise<void> {
  const { artifactId } = facts
  const sealedRecord = record === '' ? '' : sealer.seal(record, recordPurpose(artifactId))
  const result = await store.commitArtifact({ ...facts, sealedRecord }, clock.nowMs())
  if (result === 'unknown') throw noAttempt(facts)
  if (result === 'incomplete')
    throw new ServiceError('conflict', `artifact "${artifactId}" needs one that is not stored`)
  if (result === 'ended') throw new ServiceError('conflict', `sandbox "${facts.sandboxId}" has ended`)
  log.debug(
    { event: 'artifact.stored', artifactID: artifactId, bytes: facts.storedBytes },
    'stored an artifact in the object store',
  )
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
