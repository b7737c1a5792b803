/**
 * Removes what nothing needs any more from the object store: the database alone decides, the objects go first and the
 * record last. So a process that dies in between leaves a record by which the next run goes on.
 */
import { removeObjects } from '@cay/blobs/app/remove-objects.ts'
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

export class GarbageCollector {
  readonly #deps: CollectDeps
  /** The artifact that was tried last. */
  #lastId = ''

  constructor(deps: CollectDeps) {
    this.#deps = deps
  }

  /** What cannot be removed is warned of, and tried again when all others were. */
  async collect(): Promise<void> {
    const deps = this.#deps
    const found = await takeGarbage(deps, this.#lastId)
    const forget = (garbage: RemovableObjects) => forgetGarbage(deps, garbage)
    const { lastId, failedCount, error } = await removeObjects(blobsOf(deps), found, forget)
    this.#lastId = lastId ?? ''
    if (error === undefined) return
    deps.log.warn(
      { event: 'artifact.remove.failed', failures: failedCount, err: error },
      'failed to remove unused objects from the object store; retried',
    )
  }
}

/** Releases what nothing needs any more, and returns what can be removed: behind `afterId`, or from the beginning when that was the last. */
export async function takeGarbage(
  { store, clock }: Pick<CollectDeps, 'store' | 'clock'>,
  afterId: string,
): Promise<RemovableObjects[]> {
  const nowMs = clock.nowMs()
  await store.releaseUnused(nowMs)
  const list = (after: string) => store.listGarbage(nowMs, { afterId: after, limit: artifactsMax })
  const behind = await list(afterId)
  const found = behind.length === 0 && afterId !== '' ? await list('') : behind
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
