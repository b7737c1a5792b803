/**
 * The door for clients. What is not HTTP is refused by the parser, which is left strict; nothing that arrives here may
 * end the process.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isUpgradeForwarded } from '@cay/core/routing/message-shape.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import type { Downstream } from '../app/downstream/downstream.ts'
import { sendLocalReply } from '../app/downstream/send-local-reply.ts'
import { bounds } from '../bounds.ts'

/** Takes every request; never throws. */
export type Serve = (downstream: Downstream) => void

export function createProxyServer(serve: Serve): Server {
  const server = createServer({
    maxHeaderSize: bounds.headerBytesMax,
    headersTimeout: bounds.headerMsMax,
    requestTimeout: 0,
    keepAliveTimeout: bounds.idleMsMax,
    // Its absence gets an answer of ours.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ method = 'GET', url = '', rawHeaders }) =>
      isUpgradeForwarded(method, url, rawHeaders),
  })
  // Bytes are bounded; a bound on their number would drop some in silence.
  server.maxHeadersCount = 0
  server.maxConnections = bounds.clientConnectionsMax
  server.setTimeout(bounds.idleMsMax, (socket) => socket.resetAndDestroy())
  // Requests that a client sends ahead each listen for its end.
  server.on('connection', (socket) => socket.setMaxListeners(0))
  const unanswered = new WeakMap<Socket, number>()
  const onRequest = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > bounds.requestsAheadMax) return socket.resetAndDestroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return serve({ request, response, socket, awaitsContinue })
  }
  server.on('request', (request, response) => onRequest(request, response, false))
  server.on('checkContinue', (request, response) => onRequest(request, response, true))
  server.on('upgrade', (request, socket, head) => onUpgrade(serve, request, { socket, head }))
  server.on('connect', (request, socket) => onConnect(request, socket))
  return server
}

interface Handover {
  readonly socket: Duplex
  readonly head: Buffer
}

/** From here on the connection is ours alone: no parser, no listener of the server is left on it. */
function onUpgrade(serve: Serve, request: IncomingMessage, { socket, head }: Handover): void {
  if (!isTcp(socket)) return
  ignoreErrors(socket)
  const takeOver = readAhead(socket, head)
  serve({ request, response: lastResponse(request, socket), socket, awaitsContinue: false, takeOver })
}

/** We are nobody's forward proxy. */
function onConnect(request: IncomingMessage, socket: Duplex): void {
  if (!isTcp(socket)) return
  ignoreErrors(socket)
  socket.resume()
  const response = lastResponse(request, socket)
  sendLocalReply({ request, response, socket, awaitsContinue: false }, refuseRequest('method_refused'))
}

/** The listener is a TCP one: the type of its connections is wider than they are. */
function isTcp(socket: Duplex): socket is Socket {
  return socket instanceof Socket
}

/** An answer on a connection that the server has let go of, and that ends with it. */
function lastResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => {
    response.detachSocket(socket)
    socket.destroySoon()
  })
  return response
}

/** An error is followed by 'close', which whoever uses the connection listens to. */
function ignoreErrors(socket: Socket): void {
  socket.on('error', () => undefined)
}

/** Goes on reading, within a bound, so that a client that leaves is noticed. Returns how to end this. */
function readAhead(socket: Socket, head: Buffer): () => Buffer[] {
  const early = head.length > 0 ? [head] : []
  let bytes = head.length
  const onData = (chunk: Buffer) => {
    early.push(chunk)
    bytes += chunk.length
    if (bytes > bounds.earlyBytesMax) socket.pause()
  }
  const onEnd = () => socket.destroy()
  socket.on('data', onData)
  socket.on('end', onEnd)
  return () => {
    socket.off('data', onData)
    socket.off('end', onEnd)
    return early
  }
}
