/**
 * The HTTP server of control. Every response is JSON except the text of /health, and every error is `{code, message}`,
 * at whatever stage the request failed.
 */

import type { Socket } from 'node:net'
import { operations } from '@cay/contract/gen/control/operations.js'
import { limits } from '@cay/contract/limits.ts'
import { headers, wireTexts } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { requestIdOf } from '@cay/kit/request-id.ts'
import { isTracing } from '@cay/kit/tracing.ts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  fastify,
  type HTTPMethods,
  LogController,
} from 'fastify'
import type { Deps } from '../app/deps.ts'
import { KeylessLimiter } from '../app/team/keyless-limiter.ts'
import { describeMissingRoute } from '../dialect/missing-route.ts'
import { addDocument } from './add-document.ts'
import { addRequestId } from './add-request-id.ts'
import { addTracing } from './add-tracing.ts'
import { boundReceiving } from './bound-receiving.ts'
import { addUpload } from './build/upload.ts'
import { addCors } from './cors.ts'
import { addDashboard, type DashboardOptions } from './dashboard.ts'
import { limitClients } from './limit-clients.ts'
import { addLogin } from './login/cli-login.ts'
import { addTokenExchange } from './login/exchange.ts'
import { sendError } from './render-error.ts'
import { addRoutes } from './routes.ts'
import { addJwks } from './secret/jwks.ts'
import { guardSecretAnswers } from './secret/secret-routes.ts'
import { addVolumeContent } from './volume/volume-content.ts'

/** Idle timeout of a keep-alive connection in milliseconds: longer than that of any client. */
const idleMsMax = 620_000
/** Milliseconds for receiving a whole body, of 16 MiB at most; on routes of long uploads, for receiving any
 * of it; on routes without a credential, of a few KiB. */
const receiving = { totalMs: 300_000, idleMs: 60_000, keylessMs: 15_000 }
/** Maximum number of characters of a path segment; longer ones match no route. */
const segmentLengthMax = 512

export interface Health {
  /** True while the process shuts down. */
  isDraining: boolean
}

/** The returned server is not listening yet. Without options for it, there is no dashboard. */
export function createServer(deps: Deps, health: Health, dashboard?: DashboardOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log.library
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers[headers.requestId]),
    // The log adds the request id by itself.
    childLoggerFactory: (logger) => logger,
    // Requests that arrive on an open connection during shutdown get regular responses.
    return503OnClosing: false,
    bodyLimit: limits.requestBodyBytesMax,
    keepAliveTimeout: idleMsMax,
    // The same for all routes, so it is bounded for each below. That of the head stays.
    requestTimeout: 0,
    routerOptions: { maxParamLength: segmentLengthMax },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
  })
  app.decorate('serviceLog', deps.log)
  closeUnusedConnections(app)
  boundReceiving(app, receiving)
  addRequestId(app)
  if (isTracing()) addTracing(app)
  addCors(app)
  limitClients(app, {
    limiter: new KeylessLimiter(deps.clock, deps.replicas),
    ...{ trustedProxies: deps.trustedProxies, idleMsMax, log: deps.log },
  })
  readEveryBodyAsJson(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    throw new ServiceError('not_found', describeMissingRoute(request))
  })
  addHealth(app, health)
  addJwks(app, deps)
  addDocument(app)
  addLogin(app, deps)
  addTokenExchange(app, deps)
  if (dashboard !== undefined) addDashboard(app, dashboard)
  guardSecretAnswers(app)
  addRoutes(app, deps)
  addUpload(app, deps)
  addVolumeContent(app, deps)
  refuseOtherMethods(app)
  return app
}

/** Node counts a connection without a request as active, so it would delay the shutdown. */
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

/**
 * Parses bodies as JSON whatever their content type, because no route takes anything else. An empty body counts as
 * absent.
 */
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

/** A known path with an unsupported method gets 405, with the supported methods. */
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

/** Invalid HTTP gets an error in the same format, and the connection is closed. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ code: 400, message: 'validation error: request: is not HTTP' })
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    `${headers.requestId}: ${requestIdOf(undefined)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
