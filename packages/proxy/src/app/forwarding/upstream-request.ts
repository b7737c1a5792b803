/** Writes the head of a client's request to an upstream connection. */
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import {
  type Framing,
  toForwardedTrailers,
  toHopHeaders,
  toUpstreamHeaders,
  withMaskedHost,
} from '@cay/core/routing/forwarded-headers.ts'
import { readRequestFraming } from '@cay/core/routing/message-framing.ts'
import type { RawHeaders } from '@cay/core/routing/raw-headers.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import { guard, type OnUpstreamError } from './forwarder.ts'
import type { RequestBody } from './request-body.ts'

export interface UpstreamRequest {
  readonly downstream: Downstream
  readonly upstream: UpstreamConnection
  /** Sent with `Connection: close`. */
  readonly isLast: boolean
  /** Added to the client's headers. */
  readonly extraHeaders: readonly string[]
  readonly port: number
  /** Empty for none. */
  readonly hostMask: string
  /** Of the tokens of users, which do not get into a sandbox. */
  readonly userIssuer?: string | undefined
  /** For the proxy of another node. */
  readonly hop?: string | undefined
  /** The body is sent after a 100 response. */
  readonly holdsBody?: boolean
}

/** Sends head and body. Throws when the head cannot be serialized. */
export function sendRequest(
  spec: UpstreamRequest,
  body: RequestBody,
  onUpstreamError: OnUpstreamError,
): ClientRequest {
  const { downstream, upstream, isLast, extraHeaders, userIssuer, holdsBody } = spec
  const { request } = downstream
  const requestFraming = readRequestFraming(request.method ?? 'GET', request.url ?? '', request.rawHeaders)
  const isChunked = requestFraming.kind === 'accepted' && requestFraming.isChunked
  const isUpgrade = downstream.takeOver !== undefined
  const framing = { body: isChunked ? 'chunked' : 'length', isUpgrade } as const
  const headers = [...upstreamHeaders(request.rawHeaders, framing, spec), ...extraHeaders]
  const upstreamRequest = openUpstreamRequest({ downstream, upstream, isLast, headers })
  if (requestFraming.kind !== 'accepted' || !requestFraming.hasBody) {
    upstreamRequest.end()
    return upstreamRequest
  }
  const sendBody = () =>
    body.sendTo(upstreamRequest, () =>
      guard(onUpstreamError, () => {
        if (isChunked) upstreamRequest.addTrailers(toForwardedTrailers(request.rawTrailers, userIssuer))
        upstreamRequest.end()
      }),
    )
  if (holdsBody === true) {
    upstreamRequest.flushHeaders()
    upstreamRequest.once('continue', sendBody)
  } else sendBody()
  return upstreamRequest
}

/** The client's headers as the server gets them. */
export function upstreamHeaders(
  headers: RawHeaders,
  framing: Framing,
  { hostMask, port, userIssuer, hop }: Pick<UpstreamRequest, 'hostMask' | 'port' | 'userIssuer' | 'hop'>,
): string[] {
  if (hop !== undefined) return toHopHeaders(headers, framing, hop)
  const clientHeaders = toUpstreamHeaders(headers, framing, userIssuer)
  return hostMask === '' ? clientHeaders : withMaskedHost(clientHeaders, hostMask, port)
}

/** Throws when a part of it would be parsed as something else. */
export function renderHead(requestLine: string, headers: readonly string[]): string {
  let text = requestLine
  for (let i = 0; i + 1 < headers.length; i += 2) text += `\r\n${headers[i]}: ${headers[i + 1]}`
  // There must be exactly one line break per header, and no other control character.
  const controls = text.match(controlCharacters)?.length ?? 0
  if (controls !== headers.length) throw new Error('request head has control characters')
  return `${text}\r\n\r\n`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\0-\x08\x0a-\x1f\x7f]/g

interface UpstreamRequestHead {
  readonly downstream: Downstream
  readonly upstream: UpstreamConnection
  readonly isLast: boolean
  readonly headers: readonly string[]
}

export function openUpstreamRequest({
  downstream,
  upstream,
  isLast,
  headers,
}: UpstreamRequestHead): ClientRequest {
  const isUpgrade = downstream.takeOver !== undefined
  const upstreamRequest = openRequest({
    agent: upstream.agent,
    method: downstream.request.method,
    path: downstream.request.url,
    headers: isUpgrade ? [...headers] : [...headers, 'Connection', isLast ? 'close' : 'keep-alive'],
    // Node must not add headers of its own.
    setDefaultHeaders: false,
    maxHeaderSize: bounds.headerBytesMax,
  })
  upstreamRequest.maxHeadersCount = 0
  return upstreamRequest
}

/**
 * Resets the connection at the end of the response: after a graceful close by the server it would stay in the sandbox
 * in TIME_WAIT for a minute (docs/decisions/0005). Runs before Node's own listener.
 */
export function resetAtEnd(response: IncomingMessage, upstream: UpstreamConnection): void {
  response.prependOnceListener('end', () => upstream.reset())
}
