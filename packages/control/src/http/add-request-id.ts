/** Every response names its request by an id, which is also in the log lines of the request. */
import { headers } from '@cay/contract/names.ts'
import { withinRequest } from '@cay/kit/request-id.ts'
import { nameRoute } from '@cay/kit/request-route.ts'
import type { FastifyInstance } from 'fastify'

export function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(headers.requestId, request.id)
    nameRoute(request.raw, request.routeOptions.url ?? 'none')
    withinRequest(request.id, done)
  })
  // Reading the body loses the async context.
  app.addHook('preValidation', (request, _reply, done) => withinRequest(request.id, done))
}
