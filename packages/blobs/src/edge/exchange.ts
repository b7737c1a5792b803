/** A request to a store and its response: successes as they are, everything else as a BlobError. */
import type { IncomingMessage } from 'node:http'
import { errnoOf } from '@cay/kit/host/errno.ts'
import { explainConnectionError } from '../dialect/explain-connection.ts'
import { explainS3Error, type S3Request } from '../dialect/explain-s3.ts'
import { parseS3Error } from '../dialect/s3-response.ts'
import type { BlobDownload } from '../ports/blob.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { HttpRequest, SendHttp } from './http-request.ts'

export type Subject = Omit<S3Request, 'clockAheadSeconds' | 'host'>

/** The response has a status of 2xx; its body is to be read. */
export async function exchange(
  send: SendHttp,
  request: HttpRequest,
  subject: Subject,
): Promise<IncomingMessage> {
  const { host } = request.url
  const response = await send(request).catch((cause: unknown) => {
    throw explainFailure(cause, host, request.signal)
  })
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return response
  const error = parseS3Error(status, await readText(response, host, request.signal))
  throw explainS3Error(error, { ...subject, host, clockAheadSeconds: clockAheadSeconds(response) })
}

/** An announced length is what a download has; without one, nobody could tell a cut one. */
export function downloadFrom(
  response: IncomingMessage,
  host: string,
  signal: AbortSignal | undefined,
): BlobDownload {
  const announced = response.headers['content-length']
  if (announced === undefined)
    throw new BlobError('unexpected', `the store at ${host} tells no length of an object`)
  return { bytes: Number(announced), chunks: chunksOf(response, host, signal) }
}

/** Reads a response whose content does not matter, so that its connection serves the next request. */
export async function drain(
  response: IncomingMessage,
  host: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const _ of chunksOf(response, host, signal));
}

/** Characters kept: a page of a list has a thousand objects of some 300 characters. */
const textLengthMax = 4 * 1024 * 1024

export async function readText(
  response: IncomingMessage,
  host: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(response, host, signal)) {
    length += chunk.length
    if (length > textLengthMax)
      throw new BlobError('unexpected', `the store at ${host} sends a response without an end`)
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function* chunksOf(
  response: IncomingMessage,
  host: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk
  } catch (cause) {
    throw explainFailure(cause, host, signal)
  }
}

function explainFailure(cause: unknown, host: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason
  return explainConnectionError(errnoOf(cause), host, cause)
}

function clockAheadSeconds({ headers: { date } }: IncomingMessage): number | undefined {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? undefined : (Date.now() - theirs) / 1000
}
