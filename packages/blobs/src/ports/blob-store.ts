/**
 * A store of immutable objects under keys. It is never the arbiter: no write depends on what is there, and nothing is
 * listed but to collect garbage. All calls throw BlobError.
 */
import type { BlobBody, BlobDownload, ByteRange } from './blob.ts'
import type { PresignedRequest } from './presigned.ts'

export interface BlobStat {
  readonly bytes: number
  /** As given at the put; undefined when the store does not keep it. */
  readonly sha256: string | undefined
}

export interface ListedBlob {
  readonly key: string
  readonly bytes: number
  readonly modifiedAtMs: number
}

export interface BlobStore {
  /** For logs: where it is, without credentials. */
  readonly location: string
  /** Overwrites. A reader sees the whole object or none. */
  put(key: string, body: BlobBody, signal?: AbortSignal): Promise<void>
  /** The range must lie within the object. */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<BlobDownload>
  /** Undefined for an object that does not exist. */
  head(key: string, signal?: AbortSignal): Promise<BlobStat | undefined>
  /** Succeeds for an object that does not exist. */
  delete(key: string, signal?: AbortSignal): Promise<void>
  /** For garbage collection only: what a list shows may be late. In the order of the keys. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedBlob>
  /** The URL is a secret until it expires. */
  presignGet(key: string, seconds: number): Promise<PresignedRequest>
  presignPut(key: string, body: Omit<BlobBody, 'parts'>, seconds: number): Promise<PresignedRequest>
}
