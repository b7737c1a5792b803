/** Sends presigned requests to a store that speaks S3. The URLs stand in no error. */
import type { PresignedClient, PresignedRequest } from '../ports/presigned.ts'
import { downloadFrom, drain, exchange, type Subject } from './exchange.ts'
import type { SendHttp } from './http-request.ts'
import { rangeHeader } from './s3-store.ts'

export function presignedS3Client(send: SendHttp): PresignedClient {
  return {
    async put({ method, url, headers }, { bytes, parts }, signal) {
      const target = new URL(url)
      const length = { 'content-length': String(bytes) }
      const request = { method, url: target, headers: { ...headers, ...length }, parts, signal }
      await drain(await exchange(send, request, subjectOf('put', target)), target.host, signal)
    },
    async get({ method, url, headers }: PresignedRequest, range, signal) {
      const target = new URL(url)
      const all = range === undefined ? headers : { ...headers, ...rangeHeader(range) }
      const response = await exchange(
        send,
        { method, url: target, headers: all, signal },
        subjectOf('get', target),
      )
      return downloadFrom(response, target.host, signal)
    },
  }
}

/** Whoever sends it knows neither the prefix nor how the bucket is addressed: the path names the object. */
function subjectOf(verb: 'put' | 'get', { pathname }: URL): Subject {
  const key = pathname.slice(1)
  return { verb, key, bucket: key.split('/')[0] ?? '', region: '', isPresigned: true }
}
