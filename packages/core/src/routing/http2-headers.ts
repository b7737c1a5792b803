/** The heads of HTTP/2 in the words of HTTP/1.1, and the reverse. */

export type Fields = Readonly<Record<string, string | readonly string[] | number | undefined>>

/** Belong to one connection of HTTP/1.1, and mean nothing or are forbidden in HTTP/2. */
const ofConnection: ReadonlySet<string> = new Set([
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
export function readAuthority(headers: Fields): Authority | undefined {
  const authority = headers[':authority']
  const host = headers.host
  if (authority !== undefined && host !== undefined && authority !== host) return undefined
  const named = authority ?? host
  if (typeof named !== 'string' || named === '') return undefined
  return { host: named, name: named.toLowerCase().replace(/:\d{0,5}$/, '') }
}

/** Of a request; `undefined` for trailers, which name nobody and have no body. */
export function plainHeaders(
  headers: Fields,
  request: { readonly host: string; readonly hasBody: boolean } | undefined,
): Record<string, string | string[]> {
  const plain: Record<string, string | string[]> = request === undefined ? {} : { host: request.host }
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || name === 'host' || ofConnection.has(name)) continue
    // HTTP/2 may send each cookie by itself.
    plain[name] = name === 'cookie' && typeof value === 'object' ? value.join('; ') : own(value)
  }
  if (request?.hasBody === true && headers['content-length'] === undefined)
    plain['transfer-encoding'] = 'chunked'
  // Only behind chunks there is a place for them: an announcement without one is none that HTTP/1.1 can say.
  else delete plain.trailer
  return plain
}

/** Of an answer or its trailers. */
export function streamHeaders(headers: Fields): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ofConnection.has(name) || name === 'te' ? [] : [[name, own(value)] as const],
  )
  return Object.fromEntries(kept)
}

function own(value: string | readonly string[] | number): string | string[] {
  return typeof value === 'object' ? [...value] : String(value)
}
