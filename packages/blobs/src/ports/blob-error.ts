/**
 * What can go wrong with an object store. The message is one sentence for operators; it names the setting to change
 * where one is the cause. Neither the message nor the cause holds a credential or a presigned URL.
 */
export const blobErrorReasons = [
  /** The object does not exist. */
  'not_found',
  /** The bucket or the directory does not exist. */
  'bucket_missing',
  /** The store does not know the access key, or the signature is wrong. */
  'credentials',
  /** The key lacks the right, or a presigned URL has expired. */
  'denied',
  'clock_skew',
  /** The bucket is elsewhere: another region or another endpoint. */
  'wrong_region',
  'tls',
  /** No connection, or it broke. */
  'unreachable',
  /** The store asks to try again: 5xx, 408 and 429. */
  'unavailable',
  /** A response that this client does not know. */
  'unexpected',
  /** The object is there, and it is not what was stored. */
  'damaged',
] as const

export type BlobErrorReason = (typeof blobErrorReasons)[number]

export class BlobError extends Error {
  readonly reason: BlobErrorReason

  constructor(reason: BlobErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BlobError'
    this.reason = reason
  }

  /** The same request may succeed a moment later. */
  get isRetryable(): boolean {
    return this.reason === 'unreachable' || this.reason === 'unavailable'
  }
}

export function isBlobError(error: unknown, ...reasons: readonly BlobErrorReason[]): error is BlobError {
  return error instanceof BlobError && (reasons.length === 0 || reasons.includes(error.reason))
}
