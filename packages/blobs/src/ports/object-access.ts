/**
 * The objects of artifacts, for whoever moves them: a process with credentials of the store, or a node that gets a
 * presigned request for each object.
 */
import type { BlobBody, BlobDownload, ByteRange } from './blob.ts'
import type { PresignedRequest } from './presigned.ts'

export interface ObjectAccess {
  /** "present": an object with the same digest was there, and nothing was sent. */
  put(key: string, body: BlobBody, signal?: AbortSignal): Promise<'sent' | 'present'>
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<BlobDownload>
}

/** What a node asks of control. Each attempt asks again, so an expired link is replaced. */
export interface ObjectLinks {
  /** "present": an object with that digest is stored already. */
  linkPut(
    key: string,
    body: Omit<BlobBody, 'parts'>,
    signal?: AbortSignal,
  ): Promise<PresignedRequest | 'present'>
  linkGet(key: string, signal?: AbortSignal): Promise<PresignedRequest>
}
