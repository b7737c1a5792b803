/**
 * Removes the objects that control has found to be garbage from an object store that is a directory, where control has no
 * rights. From any other store control removes them itself.
 */
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

/** Never rejects: what fails is found again. */
export async function removeGarbage({ records, directory, log }: RemoveGarbageContext): Promise<void> {
  try {
    for (const { artifactId, attempt, keys } of (await records.takeGarbage({})).garbage) {
      for (const key of keys) await directory.delete(key)
      await records.forgetGarbage({ artifactId, attempt })
    }
  } catch (error) {
    log.warn(
      { event: 'artifact.remove.failed', err: error },
      'failed to remove unused objects from the object store; retried',
    )
  }
}
