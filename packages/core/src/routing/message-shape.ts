/**
 * Which requests are forwarded at all, and how their body is framed. Only the plain shapes pass: whoever parses the
 * request behind us must read the same message that we read.
 */
import type { Framing } from './forwarded-headers.ts'
import { headerTokens, headerValue, type RawHeaders } from './raw-headers.ts'

export type RequestShape =
  | { readonly kind: 'plain'; readonly isChunked: boolean; readonly hasBody: boolean }
  | { readonly kind: 'refused'; readonly reason: 'request_target_invalid' | 'transfer_coding_unknown' }

/** `requestTarget` is what stands between method and version in the request line. */
export function readRequestShape(method: string, requestTarget: string, headers: RawHeaders): RequestShape {
  if (!requestTarget.startsWith('/') && !(method === 'OPTIONS' && requestTarget === '*')) {
    return { kind: 'refused', reason: 'request_target_invalid' }
  }
  const codings = headerTokens(headers, 'transfer-encoding')
  if (codings.length > 0 && (codings.length > 1 || codings[0] !== 'chunked')) {
    return { kind: 'refused', reason: 'transfer_coding_unknown' }
  }
  const isChunked = codings.length === 1
  return {
    kind: 'plain',
    isChunked,
    hasBody: isChunked || isPositive(headerValue(headers, 'content-length')),
  }
}

/**
 * A switch of protocols is tried for requests without a body, which would otherwise run into the bytes of the new
 * protocol, and never to cleartext HTTP/2: requests in there would pass nobody's checks.
 */
export function isUpgradeForwarded(method: string, requestTarget: string, headers: RawHeaders): boolean {
  const shape = readRequestShape(method, requestTarget, headers)
  if (shape.kind !== 'plain' || shape.hasBody) return false
  return !headerTokens(headers, 'upgrade').some(
    (protocol) => protocol === 'h2c' || protocol.startsWith('http/'),
  )
}

const noContent = 204
const bodilessStatuses = new Set([noContent, 304])

/** The interim answer that lets a client send its body. */
export const continueStatus = 100

export interface ResponseFacts {
  readonly status: number
  readonly headers: RawHeaders
  /** Of the request. */
  readonly method: string
  /** The version the client speaks. */
  readonly isHttp10: boolean
}

/** How a guest's answer is framed for the client; undefined when its coding is one that we do not pass on. */
export function readResponseBody({
  status,
  headers,
  method,
  isHttp10,
}: ResponseFacts): Framing['body'] | undefined {
  const codings = headerTokens(headers, 'transfer-encoding')
  // A length that is none: who believes it takes the next answer for this one's body.
  if (codings.length === 0) return status === noContent ? 'close' : 'length'
  if (codings.length > 1 || codings[0] !== 'chunked') return undefined
  const hasBody = method !== 'HEAD' && !bodilessStatuses.has(status)
  return hasBody && !isHttp10 ? 'chunked' : 'close'
}

/** A server that says so itself does not stand still for one client between two requests; others might. */
export function saysKeepAlive(headers: RawHeaders): boolean {
  return headerTokens(headers, 'connection').includes('keep-alive')
}

/** It ends the connection behind its answer. */
export function saysClose(headers: RawHeaders): boolean {
  return headerTokens(headers, 'connection').includes('close')
}

function isPositive(contentLength: string | undefined): boolean {
  return contentLength !== undefined && !/^0+$/.test(contentLength)
}
