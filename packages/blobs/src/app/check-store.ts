/**
 * Tries out everything that Cay does with a store, with one small object that is removed again: what is wrong with the
 * settings is told at the start, and not by the first pause.
 */
import { createHash, randomUUID } from 'node:crypto'
import { checkKey } from '../dialect/object-keys.ts'
import type { ByteRange } from '../ports/blob.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import { type RetryPolicy, withRetries } from './retry-policy.ts'

export interface CheckOptions {
  readonly retryPolicy: RetryPolicy
  readonly signal: AbortSignal
}

/** Throws BlobError. */
export async function checkStore(store: BlobStore, { retryPolicy, signal }: CheckOptions): Promise<void> {
  const key = checkKey(randomUUID())
  const content = Buffer.from('Cay checks whether it can use this store. This object can be deleted.\n')
  const body = {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    parts: [content],
  }
  const attempt = <T>(task: () => Promise<T>) => withRetries(retryPolicy, task, signal)
  await attempt(() => store.put(key, body, signal))
  const read = await attempt(() => readRange(store, key, { offset, bytes: content.length - offset }))
  await attempt(() => store.head(key, signal))
  await attempt(() => Array.fromAsync(store.list(key, signal)))
  await attempt(() => store.delete(key, signal))
  if (!read.equals(content.subarray(offset)))
    throw new BlobError(
      'unexpected',
      `the store at ${store.location} of CAY_BLOBS_URL does not return what was stored`,
    )
}

/** Not the whole object: ranges must work as well. */
const offset = 4

async function readRange(store: BlobStore, key: string, range: ByteRange): Promise<Buffer> {
  const { chunks } = await store.get(key, range)
  return Buffer.concat(await Array.fromAsync(chunks))
}
