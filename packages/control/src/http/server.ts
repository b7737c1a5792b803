/**
 * The HTTP face of control: every answer but the text of /health is JSON, every error `{code, message}`, whatever came
 * in and however far it came.
 */

import type { Socket } from 'node:net'
import { operations } from '@cay/contract/gen/control/operations.js'
import { limits } from '@cay/contract/limits.ts'
import { wireTexts } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { isTracing } from '@cay/kit/tracing.ts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  fastify,
  type HTTPMethods,
  LogController,
} from 'fastify'
import type { Deps } from '../app/deps.ts'
import { addDocument } from './add-document.ts'
import { addTracing } from './add-tracing.ts'
import { addUpload } from './build/upload.ts'
import { addCors } from './cors.ts'
import { sendError } from './render-error.ts'
import { addRoutes } from './routes.ts'
import { addJwks } from './secret/jwks.ts'
import { guardSecretAnswers } from './secret/secret-routes.ts'

/** Connections at once; more are closed when they come. */
const connectionsMax = 4096
/** For a client that keeps its connection open between calls, in milliseconds: longer than any client keeps one. */
const idleMsMax = 620_000
/** For a whole request to come in, 16 MiB of body included, in milliseconds. */
const receiveMsMax = 300_000
/** Characters of one path segment; longer ones are no route. */
const segmentLengthMax = 512

/** What sandboxes and templates were called when the API began. */
const oldPaths = /^\/(instances|envs)(?![^/?])/

export interface Health {
  /** True once the process is about to stop. */
  isDraining: boolean
}

/** Not yet listening. */
export function createServer(deps: Deps, health: Health): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log.library
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Most requests say nothing: who says something adds which one it was.
    childLoggerFactory: (logger) => logger,
    // What still comes in on an open connection while stopping gets the same kind of answers as ever.
    return503OnClosing: false,
    bodyLimit: limits.requestBodyBytesMax,
    keepAliveTimeout: idleMsMax,
    requestTimeout: receiveMsMax,
    routerOptions: { maxParamLength: segmentLengthMax },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
  })
  app.decorate('serviceLog', deps.log)
  app.server.maxConnections = connectionsMax
  closeUnusedConnections(app)
  if (isTracing()) addTracing(app)
  addCors(app)
  readEveryBodyAsJson(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    const told = oldPaths.test(request.url) ? ': it is of an old API, update your SDK' : ''
    throw new ServiceError('not_found', `no route ${request.method} ${shorten(request.url)}${told}`)
  })
  addHealth(app, health)
  addJwks(app, deps)
  addDocument(app)
  guardSecretAnswers(app)
  addRoutes(app, deps)
  addUpload(app, deps)
  refuseOtherMethods(app)
  return app
}

/** Node takes a connection on which nothing was asked yet for a busy one: it would hold up the stop. */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Whatever its content type says: nothing but JSON is ever meant. No body is none. */
function readEveryBodyAsJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null, undefined)
    parseJson(request, body, (error, value) => {
      if (error === null) return done(null, value)
      done(
        new ServiceError('request_invalid', 'validation error: body: is not JSON', { cause: error }),
        undefined,
      )
    })
  })
}

function addHealth(app: FastifyInstance, health: Health): void {
  app.get(operations.getHealth.url, async (_, reply) => {
    reply.type('text/plain; charset=utf-8')
    return health.isDraining ? reply.code(503).send('Stopping') : reply.send(wireTexts.healthy)
  })
}

/** A known path with a method it does not have is 405, with the methods that it has. */
function refuseOtherMethods(app: FastifyInstance): void {
  const byUrl = Map.groupBy(Object.values(operations), ({ url }) => url)
  for (const [url, known] of byUrl) {
    const allowed = known.map(({ method }): HTTPMethods => method)
    const others = app.supportedMethods.filter(
      (method) => !allowed.some((one) => one === method) && !(method === 'HEAD' && allowed.includes('GET')),
    )
    app.route({
      method: others as HTTPMethods[],
      url,
      handler: async (request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new ServiceError('method_not_allowed', `${request.method} is not a method of this route`)
      },
    })
  }
}

/** What is not even HTTP gets the same kind of answer, and the connection is over. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ code: 400, message: 'validation error: request: is not HTTP' })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function shorten(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url
}
