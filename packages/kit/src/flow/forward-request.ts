/** Passes a request on to a server at a local socket, and its response back, body by body. */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Transform } from 'node:stream'
import { drainRequest } from './drain-request.ts'

export interface ForwardTarget {
  readonly socketPath: string
  readonly headers: OutgoingHttpHeaders
  /** Before each piece of the body is passed on, which waits for the promise. The request fails with what it throws. */
  readonly admit?: ((bytes: number) => Promise<void> | undefined) | undefined
  /** Milliseconds after which a response is cut off of which nothing could be passed on. Absent: it may take any time. */
  readonly silenceMsMax?: number | undefined
}

/** The server ended before it took the request up, and nothing of its body was read: it can be passed on again. */
export class UnreachedError extends Error {
  override readonly name = 'UnreachedError'
}

/**
 * Resolves when the response is over. Rejects when the server cannot be reached or ends before it responds, with an
 * UnreachedError if it did before it took the request up.
 */
export function forwardRequest(
  target: ForwardTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.closed) {
      resolve()
      return
    }
    const upstream = open(target, request)
    let hasBegun = false
    let hasResponded = false
    upstream.on('error', (error) => {
      // A server that refuses a body responds before it has all of it, and may close then.
      if (!hasResponded) reject(hasBegun ? error : new UnreachedError('unreached', { cause: error }))
      if (hasBegun) drainRequest(request)
    })
    upstream.on('continue', () => {
      hasBegun = true
      passBody(request, upstream, target.admit)
    })
    upstream.on('response', (answer) => {
      hasBegun = true
      hasResponded = true
      response.writeHead(answer.statusCode ?? 500, withoutConnection(answer.headers))
      answer.on('error', () => response.destroy())
      if (target.silenceMsMax !== undefined) cutOffSilent(answer, response, target.silenceMsMax)
      answer.pipe(response)
    })
    response.on('close', () => {
      upstream.destroy()
      // What is left of a body that was refused goes nowhere any more.
      drainRequest(request)
      resolve()
    })
    request.on('error', (error) => {
      hasBegun = true
      upstream.destroy(error)
    })
  })
}

/**
 * The server says `100 Continue` when it takes the request up. The connection is a new one: one that is kept may be that of a
 * server that has ended.
 */
function open({ socketPath, headers }: ForwardTarget, { method, url }: IncomingMessage): ClientRequest {
  // One that may close behind its response does so over a body that it refuses, and then the body can fail before the response is read.
  const asked = { ...headers, connection: 'keep-alive', expect: '100-continue' }
  const upstream = httpRequest({ socketPath, method, path: url, headers: asked, agent: false })
  upstream.flushHeaders()
  return upstream
}

function passBody(request: IncomingMessage, upstream: ClientRequest, admit: ForwardTarget['admit']): void {
  if (admit === undefined) {
    request.pipe(upstream)
    return
  }
  const gate = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const admitted = admit(piece.length)
      if (admitted === undefined) done(null, piece)
      else admitted.then(() => done(null, piece), done)
    },
  })
  gate.on('error', (error) => upstream.destroy(error))
  upstream.on('close', () => gate.destroy())
  request.pipe(gate).pipe(upstream)
}

/** Nothing arrives of an answer while its reader does not read. */
function cutOffSilent(answer: IncomingMessage, response: ServerResponse, msMax: number): void {
  const timer = setTimeout(() => response.destroy(), msMax).unref()
  answer.on('data', () => timer.refresh())
  response.on('close', () => clearTimeout(timer))
}

/** The connection to the server ends with the response, that of the caller need not. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, ...others } = headers
  return others
}
