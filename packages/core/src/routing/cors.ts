/**
 * CORS headers of local replies, so that a page can read why its request failed. Responses of servers in sandboxes
 * pass unchanged.
 */
import { headerValue, type RawHeaders } from './raw-headers.ts'

/** Any origin may read local replies: access to a sandbox needs headers that no browser sends by itself. */
export const corsHeaders: RawHeaders = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'Retry-After'],
]

/**
 * Headers of the 204 response to a preflight that no server in a sandbox can answer; undefined for all other
 * requests. The preflight succeeds so that the request itself gets its error. No Max-Age: once the sandbox runs, its
 * server decides.
 */
export function preflightResponseHeaders(method: string, headers: RawHeaders): RawHeaders | undefined {
  const requestedMethod = headerValue(headers, 'access-control-request-method')
  if (method !== 'OPTIONS' || requestedMethod === undefined) return undefined
  const requestedHeaders = headerValue(headers, 'access-control-request-headers')
  return [
    ...['Access-Control-Allow-Origin', '*'],
    ...['Access-Control-Allow-Methods', requestedMethod],
    ...(requestedHeaders === undefined ? [] : ['Access-Control-Allow-Headers', requestedHeaders]),
  ]
}
