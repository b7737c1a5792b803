/**
 * Bounds how long the body of a request may take to arrive: as a whole, and on routes of long uploads only the time in
 * which nothing arrives. Node's own limit is one for all routes of a server.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it keeps arriving. */
    isLongUpload?: boolean
  }
}

export interface ReceivingBounds {
  readonly totalMs: number
  /** For long uploads: up to twice as long passes before a silent one is closed. */
  readonly idleMs: number
  /** In all, for a route that takes no credential. */
  readonly keylessMs: number
}

export function boundReceiving(app: FastifyInstance, { totalMs, idleMs, keylessMs }: ReceivingBounds): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const { isLongUpload = false, hasCredential = false } = request.routeOptions.config
      if (isLongUpload) closeWhenSilent(raw, idleMs)
      else closeAfter(raw, hasCredential ? totalMs : keylessMs)
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function closeAfter(request: IncomingMessage, ms: number): void {
  untilComplete(
    request,
    setTimeout(() => close(request), ms),
  )
}

function closeWhenSilent(request: IncomingMessage, ms: number): void {
  let bytesBefore = request.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = request.socket
    if (bytesRead === bytesBefore) close(request)
    bytesBefore = bytesRead
  }, ms)
  untilComplete(request, timer)
}

function untilComplete(request: IncomingMessage, timer: NodeJS.Timeout): void {
  timer.unref()
  const stop = () => clearTimeout(timer)
  request.once('end', stop)
  request.once('close', stop)
}

function close(request: IncomingMessage): void {
  if (!request.complete) request.socket.destroy()
}
