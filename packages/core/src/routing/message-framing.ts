/**
 * Decides which requests are forwarded, and how a message is framed. Only unambiguous framing passes: the parser
 * behind the proxy must read the same message as the proxy.
 */
import type { Framing } from './forwarded-headers.ts'
import { headerTokens, headerValue, type RawHeaders } from './raw-headers.ts'

export type RequestFraming =
  | { readonly kind: 'accepted'; readonly isChunked: boolean; readonly hasBody: boolean }
  | { readonly kind: 'refused'; readonly reason: 'request_target_invalid' | 'transfer_coding_unknown' }

/** `requestTarget` is the second part of the request line. */
export function readRequestFraming(
  method: string,
  requestTarget: string,
  headers: RawHeaders,
): RequestFraming {
  if (!requestTarget.startsWith('/') && !(method === 'OPTIONS' && requestTarget === '*')) {
    return { kind: 'refused', reason: 'request_target_invalid' }
  }
  const codings = headerTokens(headers, 'transfer-encoding')
  if (codings.length > 0 && (codings.length > 1 || codings[0] !== 'chunked')) {
    return { kind: 'refused', reason: 'transfer_coding_unknown' }
  }
  const isChunked = codings.length === 1
  return {
    kind: 'accepted',
    isChunked,
    hasBody: isChunked || isPositive(headerValue(headers, 'content-length')),
  }
}

/**
 * An upgrade is forwarded for requests without a body, which would otherwise mix with the bytes of the new protocol,
 * and never to cleartext HTTP/2, whose requests would bypass all checks.
 */
export function isUpgradeForwarded(method: string, requestTarget: string, headers: RawHeaders): boolean {
  const requestFraming = readRequestFraming(method, requestTarget, headers)
  if (requestFraming.kind !== 'accepted' || requestFraming.hasBody) return false
  return !headerTokens(headers, 'upgrade').some(
    (protocol) => protocol === 'h2c' || protocol.startsWith('http/'),
  )
}

const noContent = 204
const bodilessStatuses = new Set([noContent, 304])

/** The informational response that lets a client send its body. */
export const continueStatus = 100

export interface ResponseFacts {
  readonly status: number
  readonly headers: RawHeaders
  /** Method of the request. */
  readonly method: string
  /** The client speaks HTTP/1.0. */
  readonly isHttp10: boolean
}

/** The framing of a response towards the client; undefined when its transfer coding is unsupported. */
export function readResponseBody({
  status,
  headers,
  method,
  isHttp10,
}: ResponseFacts): Framing['body'] | undefined {
  const codings = headerTokens(headers, 'transfer-encoding')
  // A 204 response has no length: a client that believed one would take the next response for its body.
  if (codings.length === 0) return status === noContent ? 'close' : 'length'
  if (codings.length > 1 || codings[0] !== 'chunked') return undefined
  const hasBody = method !== 'HEAD' && !bodilessStatuses.has(status)
  return hasBody && !isHttp10 ? 'chunked' : 'close'
}

/**
 * A server that announces keep-alive accepts other connections while this one is idle; other servers may serve a single
 * connection at a time.
 */
export function isKeepAlive(headers: RawHeaders): boolean {
  return headerTokens(headers, 'connection').includes('keep-alive')
}

/** The server closes the connection after its response. */
export function isClose(headers: RawHeaders): boolean {
  return headerTokens(headers, 'connection').includes('close')
}

function isPositive(contentLength: string | undefined): boolean {
  return contentLength !== undefined && !/^0+$/.test(contentLength)
}
