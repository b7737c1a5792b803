/** Browsers of any origin may call: what proves a caller is a header that no browser sends by itself. */
import { headers } from '@cay/contract/names.ts'
import type { FastifyInstance } from 'fastify'

const exposed = [
  'X-Next-Token',
  'X-Total-Running',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ')
const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
/** What official clients send; others are added from what the browser asks for. */
const allowed = ['Content-Type', 'Authorization', 'X-Team-ID', headers.apiKey, headers.accessToken].join(', ')
/** How long a browser may remember the permission. */
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
