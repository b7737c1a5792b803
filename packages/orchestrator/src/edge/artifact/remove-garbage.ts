/**
 * Removes the objects that control has found to be garbage from an object store that is a directory, where control has no
 * rights. From any other store control removes them itself.
 */
import { removeObjects } from '@cay/blobs/app/remove-objects.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { ArtifactRecords } from './artifact-records.ts'

export interface RemoveGarbageContext {
  readonly records: Pick<ArtifactRecords, 'takeGarbage' | 'forgetGarbage'>
  readonly directory: Pick<BlobStore, 'delete'>
  readonly log: Logger
}

/** Milliseconds between rounds. */
export const removeGarbageEveryMs = 60_000

export class GarbageRemover {
  readonly #context: RemoveGarbageContext
  /** The artifact that was tried last. */
  #lastId = ''

  constructor(context: RemoveGarbageContext) {
    this.#context = context
  }

  /** Never rejects: what fails is tried again when all others were. */
  async remove(): Promise<void> {
    const { records, directory } = this.#context
    try {
      const { garbage } = await records.takeGarbage({ afterArtifactId: this.#lastId })
      const { lastId, failedCount, error } = await removeObjects(directory, garbage, async (removed) => {
        await records.forgetGarbage({ artifactId: removed.artifactId, attempt: removed.attempt })
      })
      this.#lastId = lastId ?? ''
      if (error !== undefined) this.#warn(error, failedCount)
    } catch (error) {
      this.#warn(error, 1)
    }
  }

  #warn(err: unknown, failures: number): void {
    this.#context.log.warn(
      { event: 'artifact.remove.failed', failures, err },
      'failed to remove unused objects from the object store; retried',
    )
  }
}
