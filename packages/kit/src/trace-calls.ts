/** Spans of calls between services, in the trace of the caller. Streams have none. */
import type { Interceptor } from '@connectrpc/connect'
import { traced, traceHeaders } from './tracing.ts'

type Request = Parameters<ReturnType<Interceptor>>[0]

export const traceCallsOut: Interceptor = (next) => async (request) => {
  if (request.stream) return await next(request)
  return await traced(nameOf(request), { kind: 'client', attributes: attributesOf(request) }, () => {
    for (const [name, value] of Object.entries(traceHeaders())) request.header.set(name, value)
    return next(request)
  })
}

/** Only of calls that belong to a trace: background work of services is not traced. */
export const traceCallsIn: Interceptor = (next) => async (request) => {
  if (request.stream || !request.header.has('traceparent')) return await next(request)
  const headers = Object.fromEntries(request.header)
  return await traced(nameOf(request), { kind: 'server', attributes: attributesOf(request), headers }, () =>
    next(request),
  )
}

function nameOf({ service, method }: Request): string {
  return `${service.typeName}/${method.name}`
}

function attributesOf({ service, method }: Request) {
  return { 'rpc.system': 'connect_rpc', 'rpc.service': service.typeName, 'rpc.method': method.name }
}
