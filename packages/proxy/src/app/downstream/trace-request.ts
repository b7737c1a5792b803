/** Traces a request as a span that continues the client's trace and ends with the response or the connection. */
import { limits } from '@cay/contract/limits.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { isTracing, type OpenSpan, openSpan } from '@cay/kit/tracing.ts'
import type { Downstream } from './downstream.ts'

/** In characters; the paths of envd are shorter. */
const pathLengthMax = 128

/** Runs `serve` within the span, or without one when tracing is disabled. */
export function withRequestSpan(downstream: Downstream, destination: Destination, serve: () => void): void {
  const span = isTracing() ? open(downstream, destination) : undefined
  if (span === undefined) serve()
  else {
    endSpanWith(downstream, span)
    span.within(serve)
  }
}

function open({ request }: Downstream, { sandboxId, port }: Destination): OpenSpan | undefined {
  const method = request.method ?? 'GET'
  // The paths of a user's server are private.
  const path = port === limits.daemonPort ? { 'url.path': pathOf(request.url ?? '') } : {}
  return openSpan(`${method} sandbox`, {
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'cay.sandbox_id': sandboxId.slice(0, 128),
      'cay.port': port,
      ...path,
    },
    headers: request.headers,
  })
}

/** Without the query, which may hold a signature. */
function pathOf(url: string): string {
  return url.split(/[?#]/)[0]?.slice(0, pathLengthMax) ?? ''
}

function endSpanWith({ response, socket, takeOver }: Downstream, span: OpenSpan): void {
  if (takeOver !== undefined) {
    // The connection may become a tunnel, which has no response.
    socket.once('close', () => span.end({}))
    return
  }
  response.once('close', () => {
    const { headersSent, statusCode } = response
    if (!headersSent) return span.end({ fault: 'no response' })
    span.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 ? { fault: `response status ${statusCode}` } : {}),
    })
  })
}
