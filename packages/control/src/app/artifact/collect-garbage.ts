/**
 * Removes what nothing needs any more from the object store: the database alone decides, the objects go first and the
 * record last. So a process that dies in between leaves a record by which the next run goes on.
 */
import type { Attempt, Garbage } from '../../ports/artifact.ts'
import type { Deps } from '../deps.ts'
import { objectName } from './artifact-keys.ts'
import { blobsOf } from './store-artifact.ts'

export type CollectDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'blobs'>

/** Artifacts of one run: the next one follows soon. */
const artifactsMax = 100

export interface RemovableObjects extends Attempt {
  /** Some of them may never have been stored. */
  readonly keys: readonly string[]
}

/** Throws BlobError when the object store does not answer: a later run goes on. */
export async function collectGarbage(deps: CollectDeps): Promise<void> {
  for (const garbage of await takeGarbage(deps)) {
    for (const key of garbage.keys) await blobsOf(deps).delete(key)
    await forgetGarbage(deps, garbage)
  }
}

/** Releases what nothing needs any more, and returns what can be removed. */
export async function takeGarbage({
  store,
  clock,
}: Pick<CollectDeps, 'store' | 'clock'>): Promise<RemovableObjects[]> {
  const nowMs = clock.nowMs()
  await store.releaseUnused(nowMs)
  const found = await store.listGarbage(nowMs, artifactsMax)
  return found.map(({ artifactId, attempt, ...others }) => ({
    ...{ artifactId, attempt },
    keys: keysOf({ artifactId, attempt, ...others }),
  }))
}

/** The objects are removed. */
export async function forgetGarbage(
  { store, log }: Pick<CollectDeps, 'store' | 'log'>,
  { artifactId, attempt }: Attempt,
): Promise<void> {
  await store.forgetGarbage({ artifactId, attempt })
  log.debug(
    { event: 'artifact.removed', artifactID: artifactId, attempt },
    'removed an artifact from the object store',
  )
}

function keysOf({ artifactId, firstAttempt, attempt: last, objectsMax }: Garbage): string[] {
  const keys: string[] = []
  for (let attempt = firstAttempt; attempt <= last; attempt++)
    for (let number = 0; number < objectsMax; number++) keys.push(objectName({ artifactId, attempt }, number))
  return keys
}
