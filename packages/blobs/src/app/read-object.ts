/**
 * The bytes of one object, exactly as many as the manifest says. A connection that breaks is made again from the byte where
 * it broke.
 */
import type { ManifestObject } from '../dialect/manifest.ts'
import type { ByteRange } from '../ports/blob.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { ObjectAccess } from '../ports/object-access.ts'
import { createRetries, type RetryPolicy } from './retry-policy.ts'

export interface ReadDeps {
  readonly access: ObjectAccess
  readonly retryPolicy: RetryPolicy
}

export async function* readObject(
  { access, retryPolicy }: ReadDeps,
  { key, bytes }: ManifestObject,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const retries = createRetries(retryPolicy)
  let offset = 0
  while (offset < bytes) {
    try {
      const range = offset === 0 ? undefined : { offset, bytes: bytes - offset }
      for await (const chunk of download(access, { key, bytes: bytes - offset, range }, signal)) {
        offset += chunk.length
        retries.reset()
        yield chunk
      }
    } catch (error) {
      await retries.afterFailure(error, signal)
    }
  }
}

interface Expected {
  readonly key: string
  readonly bytes: number
  readonly range: ByteRange | undefined
}

async function* download(
  access: ObjectAccess,
  { key, bytes, range }: Expected,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { bytes: announced, chunks } = await access.get(key, range, signal)
  if (announced !== bytes)
    throw new BlobError('damaged', `object ${key} is damaged: it has ${announced} bytes instead of ${bytes}`)
  let received = 0
  for await (const chunk of chunks) {
    received += chunk.length
    if (received > bytes) throw new BlobError('damaged', `object ${key} is damaged: it is too long`)
    yield chunk
  }
  if (received < bytes) throw new BlobError('unreachable', `the download of object ${key} ended early`)
}
