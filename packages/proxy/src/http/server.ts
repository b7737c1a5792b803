/**
 * The HTTP listener for clients. Node's strict parser rejects what is not HTTP; nothing that arrives here may end the
 * process.
 */

import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isUpgradeForwarded } from '@cay/core/routing/message-framing.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import type { ClientConnections } from '@cay/kit/flow/client-connections.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import type { Downstream } from '../app/downstream/downstream.ts'
import { sendLocalReply } from '../app/downstream/send-local-reply.ts'
import { bounds } from '../bounds.ts'

/** Serves every request; never throws. */
export type Serve = (downstream: Downstream) => void

interface ProxyServerOptions {
  readonly headerBytesMax?: number
  /** Absent where another listener bounds them. */
  readonly connections?: ClientConnections
}

export function createProxyServer(
  serve: Serve,
  { headerBytesMax = bounds.headerBytesMax, connections }: ProxyServerOptions = {},
): Server {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: bounds.headerMsMax,
    requestTimeout: 0,
    keepAliveTimeout: bounds.idleMsMax,
    // A missing Host gets a local reply.
    requireHostHeader: false,
    shouldUpgradeCallback: ({ method = 'GET', url = '', rawHeaders }) =>
      isUpgradeForwarded(method, url, rawHeaders),
  })
  // The size of the headers is limited; a limit on their number would drop some silently.
  server.maxHeadersCount = 0
  server.maxConnections = connections?.connectionsMax ?? bounds.clientConnectionsMax
  server.setTimeout(bounds.idleMsMax, (socket) => resetConnection(socket))
  // Each pipelined request adds a listener.
  server.on('connection', (socket) => {
    socket.setMaxListeners(0)
    connections?.admit(socket)
  })
  const onForwarding = (socket: Socket) => () => connections?.markKnown(socket)
  const unanswered = new WeakMap<Socket, number>()
  const onRequest = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > bounds.pipelinedRequestsMax) return resetConnection(socket)
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (connections !== undefined) response.once('close', connections.begin(socket))
    return serve({ request, response, socket, awaitsContinue, onForwarding: onForwarding(socket) })
  }
  server.on('request', (request, response) => onRequest(request, response, false))
  server.on('checkContinue', (request, response) => onRequest(request, response, true))
  server.on('upgrade', (request, socket, head) => {
    if (!isTcp(socket)) return
    connections?.begin(socket)
    onUpgrade(serve, request, { socket, head, onForwarding: onForwarding(socket) })
  })
  server.on('connect', (request, socket) => onConnect(request, socket))
  return server
}

interface Handover {
  readonly socket: Socket
  readonly onForwarding: () => void
  readonly head: Buffer
}

/** From here on the server has neither a parser nor a listener on the connection. */
function onUpgrade(serve: Serve, request: IncomingMessage, { socket, head, onForwarding }: Handover): void {
  ignoreErrors(socket)
  const takeOver = readAhead(socket, head)
  const response = lastResponse(request, socket)
  serve({ request, response, socket, awaitsContinue: false, onForwarding, takeOver })
}

/** The proxy is not a forward proxy. */
function onConnect(request: IncomingMessage, socket: Duplex): void {
  if (!isTcp(socket)) return
  ignoreErrors(socket)
  socket.resume()
  const response = lastResponse(request, socket)
  sendLocalReply({ request, response, socket, awaitsContinue: false }, refuseRequest('method_refused'))
}

/** Node's type for the connections of a TCP server is wider than they are. */
function isTcp(socket: Duplex): socket is Socket {
  return socket instanceof Socket
}

/** The only response on a connection that the server no longer manages; it closes the connection. */
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

/** An error is followed by 'close', which the user of the connection listens to. */
function ignoreErrors(socket: Socket): void {
  socket.on('error', () => undefined)
}

/**
 * Keeps reading, up to a limit, so that a client's disconnect is noticed. Returns a function that stops it and yields
 * the bytes.
 */
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
