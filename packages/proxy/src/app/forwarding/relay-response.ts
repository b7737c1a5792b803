import type { IncomingMessage } from 'node:http'
import {
  type Framing,
  toDownstreamHeaders,
  toForwardedTrailers,
} from '@cay/core/routing/forwarded-headers.ts'
import { readResponseBody } from '@cay/core/routing/message-shape.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { guard, type OnUpstreamError } from './forwarder.ts'

export interface Relay {
  readonly downstream: Downstream
  /** Of the guest. */
  readonly upstreamResponse: IncomingMessage
  readonly onUpstreamError: OnUpstreamError
  /** Nothing more can be read from this client after the answer. */
  readonly endsConnection: boolean
}

interface RelayedHead extends Pick<Relay, 'downstream' | 'endsConnection'> {
  readonly upstreamResponse: Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders'>
}

/** The guest's answer, to the client, as it comes. Throws when the head cannot be passed on. */
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

/** Answers how the body that follows is framed. Throws when it cannot be passed on. */
export function relayHead({ downstream, upstreamResponse, endsConnection }: RelayedHead): Framing['body'] {
  const { request, response } = downstream
  const status = upstreamResponse.statusCode ?? 0
  const body = readResponseBody({
    status,
    headers: upstreamResponse.rawHeaders,
    method: request.method ?? '',
    isHttp10: request.httpVersionMinor === 0,
  })
  if (body === undefined) throw new Error('the guest uses a transfer coding that is not passed on')
  const headers = toDownstreamHeaders(upstreamResponse.rawHeaders, { body, isUpgrade: false })
  if (endsConnection) headers.push('Connection', 'close')
  response.sendDate = false
  response.writeHead(status, upstreamResponse.statusMessage ?? '', headers)
  return body
}

/** Behind all of the answer's body. */
export function endResponse(
  { response }: Downstream,
  upstreamResponse: IncomingMessage,
  body: Framing['body'],
): void {
  if (body === 'chunked') response.addTrailers(toForwardedTrailers(upstreamResponse.rawTrailers))
  response.end()
}

/** Head and first bytes go out together when they came together; a head without bytes does not wait for them. */
function flushUnlessBodyFollows({ response }: Downstream, upstreamResponse: IncomingMessage): void {
  process.nextTick(() => {
    if (upstreamResponse.readableLength === 0 && !upstreamResponse.complete) response.flushHeaders()
  })
}
