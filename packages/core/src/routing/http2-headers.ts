/** The heads of HTTP/2 in the words of HTTP/1.1, and the reverse. */

export type HeaderFields = Readonly<Record<string, string | readonly string[] | number | undefined>>

/** Belong to one connection of HTTP/1.1, and mean nothing or are forbidden in HTTP/2. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

export interface Authority {
  /** As it goes out. */
  readonly host: string
  /** Without its port, in lower case. */
  readonly name: string
}

/** Whom a request is for; undefined when it names nobody, or two. */
export function readAuthority(headers: HeaderFields): Authority | undefined {
  const authority = headers[':authority']
  const host = headers.host
  if (authority !== undefined && host !== undefined && authority !== host) return undefined
  const named = authority ?? host
  if (typeof named !== 'string' || named === '') return undefined
  return { host: named, name: named.toLowerCase().replace(/:\d{0,5}$/, '') }
}

/** Of a request; `undefined` for trailers, which name nobody and have no body. */
export function toHttp1Headers(
  headers: HeaderFields,
  request: { readonly host: string; readonly hasBody: boolean } | undefined,
): Record<string, string | string[]> {
  const http1: Record<string, string | string[]> = request === undefined ? {} : { host: request.host }
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || name === 'host' || connectionHeaders.has(name))
      continue
    // HTTP/2 may send each cookie by itself.
    http1[name] = name === 'cookie' && typeof value === 'object' ? value.join('; ') : copyValue(value)
  }
  if (request?.hasBody === true && headers['content-length'] === undefined)
    http1['transfer-encoding'] = 'chunked'
  // Only behind chunks there is a place for them: an announcement without one is none that HTTP/1.1 can say.
  else delete http1.trailer
  return http1
}

/** Of an answer or its trailers. */
export function toHttp2Headers(headers: HeaderFields): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || connectionHeaders.has(name) || name === 'te'
      ? []
      : [[name, copyValue(value)] as const],
  )
  return Object.fromEntries(kept)
}

function copyValue(value: string | readonly string[] | number): string | string[] {
  return typeof value === 'object' ? [...value] : String(value)
}
