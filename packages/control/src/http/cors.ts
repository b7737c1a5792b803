/** CORS is open to any origin: callers authenticate by a header that no browser sends by itself. */
import { headers } from '@cay/contract/names.ts'
import type { FastifyInstance } from 'fastify'

const exposed = [
  'X-Next-Token',
  'X-Total-Running',
  'X-Request-ID',
  'Idempotent-Replayed',
  'X-Cay-Source',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ')
const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
/** Headers of the official clients; the headers of each preflight request are added. */
const allowed = ['Content-Type', 'Authorization', 'X-Team-ID', headers.apiKey, headers.accessToken].join(', ')
/** How long a browser may cache the preflight response. */
const rememberSeconds = 7200

export function addCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return done()
    const requested = request.headers['access-control-request-headers']
    reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', requested === undefined ? allowed : `${allowed}, ${requested}`)
      .header('access-control-max-age', String(rememberSeconds))
    void reply.code(204).send()
  })
}
