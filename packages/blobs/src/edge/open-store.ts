/** The store that the settings name, and the client for its presigned requests. */
import type { BlobsCredentials, BlobsLocation } from '@cay/kit/blobs-settings.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { PresignedClient, PresignedRequest } from '../ports/presigned.ts'
import { directoryClient, directoryStore } from './directory-store.ts'
import { httpSender } from './http-request.ts'
import { presignedS3Client } from './presigned-client.ts'
import { s3Store } from './s3-store.ts'

export interface OpenStoreOptions {
  /** CAY_BLOBS_URL. */
  readonly location: BlobsLocation
  /** CAY_BLOBS_ACCESS_KEY and CAY_BLOBS_SECRET_KEY. */
  readonly accessKey: string | undefined
  readonly secretKey: string | undefined
  /** CAY_BLOBS_CA_FILE: authorities in PEM. */
  readonly certificates: readonly string[]
}

/** Throws BlobError "credentials" when there are none, or two. Connects to nothing yet. */
export function openStore(options: OpenStoreOptions): BlobStore {
  const { location, certificates } = options
  if (location.kind === 'directory') return directoryStore(location.directory)
  return s3Store({ location, credentials: credentialsIn(options), send: httpSender(certificates) })
}

function credentialsIn({ location, accessKey, secretKey }: OpenStoreOptions): BlobsCredentials {
  const ofUrl = location.kind === 's3' ? location.credentials : undefined
  if (ofUrl !== undefined && (accessKey !== undefined || secretKey !== undefined))
    throw new BlobError(
      'credentials',
      'CAY_BLOBS_URL has credentials, and CAY_BLOBS_ACCESS_KEY or CAY_BLOBS_SECRET_KEY is set too: leave one of them',
    )
  if (ofUrl !== undefined) return ofUrl
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey }
  throw new BlobError(
    'credentials',
    'the store of CAY_BLOBS_URL needs credentials: set CAY_BLOBS_ACCESS_KEY and CAY_BLOBS_SECRET_KEY',
  )
}

export interface LinkClientOptions {
  /** The directory whose objects links may lead to; absent: links to files are refused. */
  readonly directory?: string
  readonly certificates: readonly string[]
}

/** For a node, which has no credentials. */
export function openLinkClient({ directory, certificates }: LinkClientOptions): PresignedClient {
  const remote = presignedS3Client(httpSender(certificates))
  const local = directory === undefined ? undefined : directoryClient(directory)
  const clientFor = ({ url }: PresignedRequest): PresignedClient => {
    if (!url.startsWith('file:')) return remote
    if (local !== undefined) return local
    throw new BlobError(
      'denied',
      'a link to an object leads to a file, and this node has no directory of objects',
    )
  }
  return {
    put: async (request, body, signal) => clientFor(request).put(request, body, signal),
    get: async (request, range, signal) => clientFor(request).get(request, range, signal),
  }
}
