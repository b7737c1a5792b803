/** A request that whoever holds it may send, for one object, without credentials, until it expires. It is a secret. */
import type { BlobBody, BlobDownload, ByteRange } from './blob.ts'

export interface PresignedRequest {
  readonly method: 'GET' | 'PUT'
  readonly url: string
  /** To be sent as they are: they are signed. */
  readonly headers: Readonly<Record<string, string>>
}

/** Sends presigned requests. All calls throw BlobError; a request that has expired is "denied". */
export interface PresignedClient {
  put(request: PresignedRequest, body: BlobBody, signal?: AbortSignal): Promise<void>
  get(request: PresignedRequest, range?: ByteRange, signal?: AbortSignal): Promise<BlobDownload>
}
