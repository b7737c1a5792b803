/** Puts a request on a connection to the guest, and its answer on the way back. Bytes pass as they come. */
import {
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  request as openRequest,
} from 'node:http'
import type { Socket } from 'node:net'
import { requestHeadersToGuest, trailersToNextHop } from '@cay/core/routing/forwarded-headers.ts'
import { continueStatus, readRequestShape } from '@cay/core/routing/message-shape.ts'
import { bounds } from '../bounds.ts'
import type { Client } from './client.ts'
import { type OnBroken, orBroken } from './or-broken.ts'
import { relayResponse } from './relay-response.ts'
import { openTunnel } from './tunnel.ts'

export interface Forwarding {
  readonly client: Client
  /** Connected, and for this request alone. */
  readonly guest: Socket
  /** The answer will not come, or not to its end. */
  readonly onBroken: OnBroken
}

/** Throws when the request cannot be written down. */
export function forwardRequest(forwarding: Forwarding): void {
  const { client, guest } = forwarding
  const { request } = client
  const shape = readRequestShape(request.method ?? 'GET', request.url ?? '', request.rawHeaders)
  const isChunked = shape.kind === 'plain' && shape.isChunked
  const toGuest = openRequest({
    createConnection: () => guest,
    method: request.method,
    path: request.url,
    headers: headersToGuest(client, isChunked),
    // Ours are all there is: nothing is to be added to what the client said.
    setDefaultHeaders: false,
    maxHeaderSize: bounds.headerBytesMax,
  })
  toGuest.maxHeadersCount = 0
  receiveAnswer(forwarding, toGuest)
  if (shape.kind === 'plain' && shape.hasBody) sendBody(forwarding, toGuest, isChunked)
  else toGuest.end()
}

function headersToGuest(client: Client, isChunked: boolean): string[] {
  const isUpgrade = client.takeOver !== undefined
  const body = isChunked ? 'chunked' : 'length'
  const headers = requestHeadersToGuest(client.request.rawHeaders, { body, isUpgrade })
  // Servers in a sandbox come and go, so no connection is kept for a next request.
  if (!isUpgrade) headers.push('Connection', 'close')
  return headers
}

function sendBody({ client, onBroken }: Forwarding, toGuest: ClientRequest, isChunked: boolean): void {
  const { request } = client
  // With the first bytes at hand the head travels with them; otherwise it does not wait.
  if (request.readableLength === 0) toGuest.flushHeaders()
  request.pipe(toGuest, { end: false })
  request.once('end', () =>
    orBroken(onBroken, () => {
      if (isChunked) toGuest.addTrailers(trailersToNextHop(request.rawTrailers))
      toGuest.end()
    }),
  )
}

function receiveAnswer(forwarding: Forwarding, toGuest: ClientRequest): void {
  const { client, onBroken } = forwarding
  let answer: IncomingMessage | undefined
  let isContinued = false
  toGuest.on('error', (error) => {
    // A guest may answer in full without having read the whole request.
    if (answer?.complete !== true) onBroken(error)
  })
  toGuest.on('information', (information) => {
    isContinued ||= information.statusCode === continueStatus
    relayInterim(client, information)
  })
  toGuest.once('response', (response) => {
    answer = response
    const endsConnection = client.awaitsContinue && !isContinued
    orBroken(onBroken, () => relayResponse({ client, answer: response, onBroken, endsConnection }))
  })
  toGuest.once('upgrade', (response, guest, head) => {
    answer = response
    if (client.takeOver === undefined) onBroken(new Error('the guest switched protocols unasked'))
    else orBroken(onBroken, () => openTunnel(client, { answer: response, guest, head }))
  })
}

/** Interim answers are passed on while the client keeps up with them. */
function relayInterim(
  { request, response, socket, awaitsContinue }: Client,
  interim: InformationEvent,
): void {
  const isItsTurn = response.socket === socket && !response.headersSent
  if (!isItsTurn || request.httpVersionMinor === 0) return
  if (interim.statusCode === continueStatus) {
    if (awaitsContinue) response.writeContinue()
    return
  }
  if (socket.writableLength > bounds.interimBacklogBytesMax) return
  const lines = [`HTTP/1.1 ${interim.statusCode} ${interim.statusMessage}`]
  for (let i = 0; i + 1 < interim.rawHeaders.length; i += 2) {
    lines.push(`${interim.rawHeaders[i]}: ${interim.rawHeaders[i + 1]}`)
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
