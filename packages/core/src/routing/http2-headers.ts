/** Translates heads between HTTP/2 and HTTP/1.1. */

export type HeaderFields = Readonly<Record<string, string | readonly string[] | number | undefined>>

/** Hop-by-hop headers of HTTP/1.1, which are meaningless or forbidden in HTTP/2. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

export interface Authority {
  /** The Host header to forward. */
  readonly host: string
  /** Without the port, in lower case. */
  readonly name: string
}

/** The authority of a request; undefined when there is none, or two that differ. */
export function readAuthority(headers: HeaderFields): Authority | undefined {
  const authority = headers[':authority']
  const host = headers.host
  if (authority !== undefined && host !== undefined && authority !== host) return undefined
  const named = authority ?? host
  if (typeof named !== 'string' || named === '') return undefined
  return { host: named, name: named.toLowerCase().replace(/:\d{0,5}$/, '') }
}

/** Headers of a request; `request` is `undefined` for trailers, which have neither a host nor a body. */
export function toHttp1Headers(
  headers: HeaderFields,
  request: { readonly host: string; readonly hasBody: boolean } | undefined,
): Record<string, string | string[]> {
  const http1: Record<string, string | string[]> = request === undefined ? {} : { host: request.host }
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || name === 'host' || connectionHeaders.has(name))
      continue
    // HTTP/2 may send each cookie as a header of its own.
    http1[name] = name === 'cookie' && typeof value === 'object' ? value.join('; ') : copyValue(value)
  }
  if (request?.hasBody === true && headers['content-length'] === undefined)
    http1['transfer-encoding'] = 'chunked'
  // HTTP/1.1 has trailers only after a chunked body.
  else delete http1.trailer
  return http1
}

/** Headers of a response, or its trailers. */
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
