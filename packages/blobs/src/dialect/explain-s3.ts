/** An error of an S3 store, as one sentence that names the setting to change. */
import { BlobError, type BlobErrorReason } from '../ports/blob-error.ts'
import type { S3Error } from './s3-response.ts'

export interface S3Request {
  readonly verb: 'put' | 'get' | 'head' | 'delete' | 'list'
  /** Of the object, or the prefix of a list. */
  readonly key: string
  readonly bucket: string
  readonly host: string
  readonly region: string
  /** With a presigned URL: it is wrong, not the settings. */
  readonly isPresigned: boolean
  /** What this machine's clock is ahead of the store's, in seconds. */
  readonly clockAheadSeconds: number | undefined
}

export function explainS3Error(error: S3Error, request: S3Request): BlobError {
  const known = knownCodes[error.code ?? ''] ?? byStatus(error.status)
  return known(request, error)
}

type Explain = (request: S3Request, error: S3Error) => BlobError

const explain =
  (reason: BlobErrorReason, sentence: (request: S3Request, error: S3Error) => string): Explain =>
  (request, error) =>
    new BlobError(reason, sentence(request, error))

const rights = {
  put: 's3:PutObject',
  get: 's3:GetObject',
  head: 's3:GetObject',
  delete: 's3:DeleteObject',
  list: 's3:ListBucket',
} as const

const wrongKey = explain('credentials', ({ host, isPresigned }) =>
  isPresigned
    ? `the store at ${host} refuses the signature of a presigned URL`
    : `the store at ${host} does not know the access key: check CAY_BLOBS_ACCESS_KEY, or the key in CAY_BLOBS_URL`,
)
const wrongSignature = explain('credentials', ({ host, isPresigned }) =>
  isPresigned
    ? `the store at ${host} refuses the signature of a presigned URL`
    : `the store at ${host} refuses the signature: check CAY_BLOBS_SECRET_KEY, or the secret in CAY_BLOBS_URL`,
)
const denied = explain('denied', ({ verb, bucket, isPresigned }) =>
  isPresigned
    ? `the store refuses a presigned URL for bucket "${bucket}": it has expired, or the key that signed it lacks ${rights[verb]}`
    : `the access key lacks the right ${rights[verb]} for bucket "${bucket}" of CAY_BLOBS_URL`,
)
const noBucket = explain(
  'bucket_missing',
  ({ bucket, host }) => `bucket "${bucket}" of CAY_BLOBS_URL does not exist at ${host}`,
)
const noObject = explain('not_found', ({ key }) => `object ${key} does not exist`)
const skewed = explain('clock_skew', ({ host, clockAheadSeconds }) =>
  clockAheadSeconds === undefined
    ? `the clock of this machine differs too much from that of the store at ${host}: synchronise it`
    : `the clock of this machine is ${offBy(clockAheadSeconds)} that of the store at ${host}: synchronise it`,
)
const elsewhere = explain('wrong_region', ({ bucket, region }, error) =>
  error.region === undefined
    ? `bucket "${bucket}" is in another region or at another host than CAY_BLOBS_URL says (region=${region})`
    : `bucket "${bucket}" needs region=${error.region} in CAY_BLOBS_URL, not region=${region}`,
)
const unavailable = explain(
  'unavailable',
  ({ host }, error) => `the store at ${host} answered ${statusOf(error)}`,
)
const unexpected = explain('unexpected', ({ host, verb, key }, error) =>
  error.code === undefined && verb !== 'head'
    ? `the server at ${host} of CAY_BLOBS_URL is no object store: it answered ${statusOf(error)}`
    : `the store at ${host} answered ${statusOf(error)} to the ${verb} of ${key}`,
)

const knownCodes: Readonly<Record<string, Explain>> = {
  InvalidAccessKeyId: wrongKey,
  SignatureDoesNotMatch: wrongSignature,
  AccessDenied: denied,
  AllAccessDisabled: denied,
  ExpiredToken: denied,
  NoSuchBucket: noBucket,
  InvalidBucketName: noBucket,
  NoSuchKey: noObject,
  RequestTimeTooSkewed: skewed,
  RequestExpired: skewed,
  AuthorizationHeaderMalformed: elsewhere,
  PermanentRedirect: elsewhere,
  TemporaryRedirect: elsewhere,
  IllegalLocationConstraintException: elsewhere,
  // The bytes were altered on their way.
  BadDigest: unavailable,
  XAmzContentSHA256Mismatch: unavailable,
  IncompleteBody: unavailable,
  RequestTimeout: unavailable,
}

function byStatus(status: number): Explain {
  if (status === 404) return noObject
  if (status === 401 || status === 403) return denied
  if (status >= 300 && status < 400) return elsewhere
  if (status === 501) return unexpected
  return status >= 500 || status === 408 || status === 429 ? unavailable : unexpected
}

const statusOf = ({ status, code }: S3Error) =>
  code === undefined ? `HTTP ${status}` : `HTTP ${status} (${code})`

const offBy = (seconds: number) =>
  `${Math.abs(Math.round(seconds))} seconds ${seconds > 0 ? 'ahead of' : 'behind'}`
