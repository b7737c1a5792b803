/**
 * Traces every request as a span that continues the client's trace, and returns the trace id. Does nothing when tracing
 * is off.
 */
import { headers } from '@cay/contract/names.ts'
import { type OpenSpan, openSpan } from '@cay/kit/tracing.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export function addTracing(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = openSpan(`${method} ${route}`, { kind: 'server', attributes, headers: request.headers })
    if (span === undefined) return done()
    spans.set(request, span)
    reply.header(headers.traceId, span.traceId)
    span.within(done)
  })
  // Reading the body loses the async context, so the span is activated again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const sandbox = sandboxOf(request.params)
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode, ...sandbox },
      ...(statusCode >= 500 ? { fault: `answered ${statusCode}` } : {}),
    })
  })
}

function sandboxOf(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null || !('sandboxID' in params)) return {}
  return typeof params.sandboxID === 'string' ? { 'cay.sandbox_id': params.sandboxID.slice(0, 128) } : {}
}
