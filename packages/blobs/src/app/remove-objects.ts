/**
 * Removes the objects of artifacts from the object store, one artifact after the other. One that cannot be removed keeps no other
 * from being removed; only a store that answers nobody ends the round.
 */
import { type BlobError, type BlobErrorReason, isBlobError } from '../ports/blob-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'

export interface Removable {
  readonly artifactId: string
  /** Some of them may never have been stored. */
  readonly keys: readonly string[]
}

export interface RemovalRound {
  /** The last artifact that was tried; undefined: there was none. The next round begins behind it. */
  readonly lastId: string | undefined
  /** Artifacts with objects that could not be removed. */
  readonly failedCount: number
  /** Of the first of them. */
  readonly error: BlobError | undefined
}

/** Every other object would fail as well. */
const reasonsOfStore: readonly BlobErrorReason[] = [
  ...(['unreachable', 'unavailable', 'credentials', 'bucket_missing'] as const),
  ...(['clock_skew', 'wrong_region', 'tls'] as const),
]

/** `forget` is told of each artifact whose objects are removed. Throws what `forget` throws. */
export async function removeObjects<T extends Removable>(
  store: Pick<BlobStore, 'delete'>,
  artifacts: readonly T[],
  forget: (artifact: T) => Promise<void>,
): Promise<RemovalRound> {
  const errors: BlobError[] = []
  let lastId: string | undefined
  for (const artifact of artifacts) {
    lastId = artifact.artifactId
    const error = await removeAll(store, artifact.keys)
    if (error === undefined) {
      await forget(artifact)
      continue
    }
    errors.push(error)
    if (reasonsOfStore.includes(error.reason)) break
  }
  return { lastId, failedCount: errors.length, error: errors[0] }
}

async function removeAll(
  store: Pick<BlobStore, 'delete'>,
  keys: readonly string[],
): Promise<BlobError | undefined> {
  try {
    for (const key of keys) await store.delete(key)
    return undefined
  } catch (error) {
    if (!isBlobError(error)) throw error
    return error
  }
}
