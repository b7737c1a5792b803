/**
 * A store that speaks S3: signature version 4, whole objects, ranges, ListObjectsV2 and presigned URLs, and nothing else of
 * it. No write is conditional, and no object is sent in several parts.
 */
import type { BlobsCredentials, S3Location } from '@cay/kit/blobs-settings.ts'
import { AwsV4Signer } from 'aws4fetch'
import { parseListPage } from '../dialect/s3-response.ts'
import type { BlobBody, ByteRange } from '../ports/blob.ts'
import { BlobError, isBlobError } from '../ports/blob-error.ts'
import type { BlobStore, ListedBlob } from '../ports/blob-store.ts'
import { downloadFrom, drain, exchange, readText } from './exchange.ts'
import type { SendHttp } from './http-request.ts'

export interface S3StoreOptions {
  readonly location: S3Location
  readonly credentials: BlobsCredentials
  readonly send: SendHttp
  /** For tests: what this machine takes for the time. */
  readonly clock?: () => Date
}

/** Survives a copy within the store; `head` returns it. */
const digestHeader = 'x-amz-meta-sha256'
const digestShape = /^[0-9a-f]{64}$/

export function s3Store({ location, credentials, send, clock = now }: S3StoreOptions): BlobStore {
  const { bucket, prefix, region } = location
  const host = new URL(location.endpoint).host
  const sign = createSigner(location, credentials, clock)
  const objectUrl = (key: string) => new URL(prefix + key, bucketUrl(location))

  const call = async ({ verb, method, url, key, headers = {}, body, signal }: Call) => {
    const request = await sign({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? noBytes },
    })
    const length = body === undefined ? {} : { 'content-length': String(body.bytes) }
    return await exchange(
      send,
      {
        method,
        url: request.url,
        headers: { ...request.headers, ...length },
        parts: body?.parts ?? [],
        signal,
      },
      { verb, key, bucket, region, isPresigned: false },
    )
  }

  return {
    location: `s3://${host}/${bucket}/${prefix}`,
    async put(key, body, signal) {
      const headers = { [digestHeader]: body.sha256 }
      const response = await call({
        verb: 'put',
        method: 'PUT',
        url: objectUrl(key),
        key,
        headers,
        body,
        signal,
      })
      await drain(response, host, signal)
    },
    async get(key, range, signal) {
      const headers = range === undefined ? {} : rangeHeader(range)
      const response = await call({ verb: 'get', method: 'GET', url: objectUrl(key), key, headers, signal })
      return downloadFrom(response, host, signal)
    },
    async head(key, signal) {
      try {
        const response = await call({ verb: 'head', method: 'HEAD', url: objectUrl(key), key, signal })
        const digest = String(response.headers[digestHeader])
        const bytes = Number(response.headers['content-length'])
        await drain(response, host, signal)
        return { bytes, sha256: digestShape.test(digest) ? digest : undefined }
      } catch (error) {
        if (isBlobError(error, 'not_found')) return undefined
        throw error
      }
    },
    async delete(key, signal) {
      try {
        const response = await call({ verb: 'delete', method: 'DELETE', url: objectUrl(key), key, signal })
        await drain(response, host, signal)
      } catch (error) {
        if (!isBlobError(error, 'not_found')) throw error
      }
    },
    async *list(wanted, signal): AsyncGenerator<ListedBlob> {
      let continuation: string | undefined
      do {
        const url = listUrl(location, prefix + wanted, continuation)
        const response = await call({ verb: 'list', method: 'GET', url, key: wanted, signal })
        const page = parseListPage(await readText(response, host, signal))
        if (page === undefined)
          throw new BlobError('unexpected', `the store at ${host} answers no list of objects`)
        for (const blob of page.blobs) yield { ...blob, key: blob.key.slice(prefix.length) }
        continuation = page.continuation
      } while (continuation !== undefined)
    },
    async presignGet(key, seconds) {
      const { url } = await sign({ method: 'GET', url: objectUrl(key), headers: {}, seconds })
      return { method: 'GET', url: url.href, headers: {} }
    },
    async presignPut(key, { sha256 }, seconds) {
      const headers = { [digestHeader]: sha256 }
      const { url } = await sign({ method: 'PUT', url: objectUrl(key), headers, seconds })
      return { method: 'PUT', url: url.href, headers }
    },
  }
}

const now = () => new Date()

interface Call {
  readonly verb: 'put' | 'get' | 'head' | 'delete' | 'list'
  readonly method: string
  readonly url: URL
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BlobBody
  readonly signal: AbortSignal | undefined
}

/** SHA-256 of nothing. */
const noBytes = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const rangeHeader = ({ offset, bytes }: ByteRange) => ({
  range: `bytes=${offset}-${offset + bytes - 1}`,
})

function bucketUrl({ endpoint, bucket, style }: S3Location): URL {
  const url = new URL(endpoint)
  if (style === 'path') url.pathname = `/${bucket}/`
  else url.host = `${bucket}.${url.host}`
  return url
}

const listedAtOnce = 1000

function listUrl(location: S3Location, prefix: string, continuation: string | undefined): URL {
  const url = bucketUrl(location)
  // Without the slash behind it, the path of a bucket is what every store knows.
  if (location.style === 'path') url.pathname = `/${location.bucket}`
  url.search = new URLSearchParams({
    'list-type': '2',
    'max-keys': String(listedAtOnce),
    prefix,
    ...(continuation === undefined ? {} : { 'continuation-token': continuation }),
  }).toString()
  return url
}

interface SignRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Of a presigned URL; absent: the headers are signed. */
  readonly seconds?: number
}

interface SignedRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

function createSigner({ region }: S3Location, { accessKey, secretKey }: BlobsCredentials, clock: () => Date) {
  // The key of a day, made once.
  const cache = new Map<string, ArrayBuffer>()
  return async ({ method, url, headers, seconds }: SignRequest): Promise<SignedRequest> => {
    const signed = new URL(url)
    if (seconds !== undefined) signed.searchParams.set('X-Amz-Expires', String(seconds))
    const signer = new AwsV4Signer({
      method,
      url: signed.href,
      headers: { ...headers },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache,
      datetime: clock()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
      signQuery: seconds !== undefined,
    })
    const request = await signer.sign()
    return { url: request.url, headers: Object.fromEntries(request.headers) }
  }
}
