import type { IncomingMessage } from 'node:http'
import {
  type Framing,
  toDownstreamHeaders,
  toForwardedTrailers,
} from '@cay/core/routing/forwarded-headers.ts'
import { readResponseBody } from '@cay/core/routing/message-framing.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { guard, type OnUpstreamError, type ResponseHead } from './forwarder.ts'

export interface Relay {
  readonly downstream: Downstream
  /** From the server. */
  readonly upstreamResponse: IncomingMessage
  readonly onUpstreamError: OnUpstreamError
  /** The client connection cannot be used for another request. */
  readonly endsConnection: boolean
}

interface RelayedHead extends Pick<Relay, 'downstream' | 'endsConnection'> {
  readonly upstreamResponse: ResponseHead
}

/** Relays the response to the client as a stream. Throws when the head cannot be forwarded. */
export function relayResponse({
  downstream,
  upstreamResponse,
  onUpstreamError,
  endsConnection,
}: Relay): void {
  const { response } = downstream
  const body = relayHead({ downstream, upstreamResponse, endsConnection })
  upstreamResponse.on('error', onUpstreamError)
  flushUnlessBodyFollows(downstream, upstreamResponse)
  upstreamResponse.pipe(response, { end: false })
  upstreamResponse.once('end', () =>
    guard(onUpstreamError, () => endResponse(downstream, upstreamResponse, body)),
  )
}

/** Sends the head and returns the framing of the body that follows. Throws when the head cannot be forwarded. */
export function relayHead({ downstream, upstreamResponse, endsConnection }: RelayedHead): Framing['body'] {
  const { request, response } = downstream
  const status = upstreamResponse.statusCode ?? 0
  const body = readResponseBody({
    status,
    headers: upstreamResponse.rawHeaders,
    method: request.method ?? '',
    isHttp10: request.httpVersionMinor === 0,
  })
  if (body === undefined) throw new Error('upstream uses an unsupported transfer coding')
  const headers = toDownstreamHeaders(
    upstreamResponse.rawHeaders,
    { body, isUpgrade: false },
    request.rawHeaders,
  )
  if (endsConnection) headers.push('Connection', 'close')
  response.sendDate = false
  response.writeHead(status, upstreamResponse.statusMessage ?? '', headers)
  return body
}

/** Called after the whole body. */
export function endResponse(
  { response }: Downstream,
  upstreamResponse: IncomingMessage,
  body: Framing['body'],
): void {
  if (body === 'chunked') response.addTrailers(toForwardedTrailers(upstreamResponse.rawTrailers))
  response.end()
}

/** Head and first bytes are sent together when they arrived together; a head without bytes is not delayed. */
function flushUnlessBodyFollows({ response }: Downstream, upstreamResponse: IncomingMessage): void {
  process.nextTick(() => {
    if (upstreamResponse.readableLength === 0 && !upstreamResponse.complete) response.flushHeaders()
  })
}
