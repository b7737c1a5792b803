/**
 * CORS for what the proxy answers itself, so that a page can read why its request failed. What a server in a sandbox
 * allows is its own business: its answers pass as they are.
 */
import { headerValue, type RawHeaders } from './raw-headers.ts'

/** Anybody's page may read them: what opens a sandbox are headers that no browser sends by itself. */
export const corsHeaders: RawHeaders = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'Retry-After'],
]

/**
 * Headers of the 204 for a preflight that no server in a sandbox can answer; undefined for all other requests. It allows
 * the request itself, which then gets its error. No Max-Age: once the sandbox runs, its server is to be asked.
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
