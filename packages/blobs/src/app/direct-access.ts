/** Objects of artifacts for a process that has the credentials of the store. */
import { isContentKey } from '../dialect/object-keys.ts'
import type { BlobBody } from '../ports/blob.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { ObjectAccess } from '../ports/object-access.ts'
import { type RetryPolicy, withRetries } from './retry-policy.ts'

export interface DirectAccessOptions {
  readonly retryPolicy: RetryPolicy
  /**
   * An upload of these files may have been broken off before: each object is looked for first. Objects of builds always
   * are, because another build may have the same.
   */
  readonly isRepeated?: boolean
}

export function directAccess(store: BlobStore, options: DirectAccessOptions): ObjectAccess {
  const { retryPolicy, isRepeated = false } = options
  return {
    async put(key, body, signal) {
      const look = () => isStored(store, { key, ...body }, signal)
      const mayBeStored = isRepeated || isContentKey(key)
      if (mayBeStored && (await withRetries(retryPolicy, look, signal))) return 'present'
      await withRetries(retryPolicy, () => store.put(key, body, signal), signal)
      return 'sent'
    },
    get: (key, range, signal) => withRetries(retryPolicy, () => store.get(key, range, signal), signal),
  }
}

export interface WantedObject extends Omit<BlobBody, 'parts'> {
  readonly key: string
}

/** Whether the store has that object already. A name that is a digest speaks for its content. */
export async function isStored(
  store: BlobStore,
  { key, bytes, sha256 }: WantedObject,
  signal?: AbortSignal,
): Promise<boolean> {
  const stat = await store.head(key, signal)
  return stat?.bytes === bytes && (stat.sha256 === sha256 || (stat.sha256 === undefined && isContentKey(key)))
}
