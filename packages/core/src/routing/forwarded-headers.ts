/**
 * Selects the headers that are forwarded. Order, duplicates and spelling are preserved; hop-by-hop headers, headers
 * that a client may not set and credentials are dropped.
 */
import { headers as names } from '@cay/contract/names.ts'
import { stripCredentials } from './credentials.ts'
import { headerTokens, headerValue, headerValues, type RawHeaders } from './raw-headers.ts'
import { limitToHost, siteHeaders } from './site-headers.ts'

/** How a message is framed on the next hop. */
export interface Framing {
  /** `length`: by Content-Length, if present; `close`: until the connection ends. */
  readonly body: 'length' | 'chunked' | 'close'
  /** The upgrade that was requested, or accepted, is forwarded. */
  readonly isUpgrade: boolean
}

/** `userIssuer`: of the tokens of users (credentials.ts). */
export function toUpstreamHeaders(headers: RawHeaders, framing: Framing, userIssuer?: string): string[] {
  const passing = stripHopHeaders(headers, framing)
  const kept: string[] = []
  for (let i = 0; i + 1 < passing.length; i += 2) {
    const name = passing[i] ?? ''
    const lower = name.toLowerCase()
    if (isForwardedHeader(lower) || privateHeaders.has(lower)) continue
    const value = stripCredentials(name, passing[i + 1] ?? '', userIssuer)
    if (value !== undefined) kept.push(name, value)
  }
  return kept
}

/**
 * For the proxy of another node, which applies all rules itself: the request as it came, without what belongs to the
 * client's connection, and with `hop` (hop-header.ts).
 */
export function toHopHeaders(headers: RawHeaders, framing: Framing, hop: string): string[] {
  const passing = filterPairs(stripHopHeaders(headers, framing), (name) => !privateHeaders.has(name))
  passing.push(names.hop, hop)
  return passing
}

/** Headers on the client's address, which only a proxy may set. */
function isForwardedHeader(lowerName: string): boolean {
  return lowerName.startsWith('x-forwarded-')
}

/** `request` has the headers of the client's request. */
export function toDownstreamHeaders(headers: RawHeaders, framing: Framing, request: RawHeaders): string[] {
  const passing = stripHopHeaders(headers, framing)
  const kept: string[] = []
  for (let i = 0; i + 1 < passing.length; i += 2) {
    const name = passing[i] ?? ''
    const lower = name.toLowerCase()
    if (privateHeaders.has(lower)) continue
    const value = limitToHost(lower, passing[i + 1] ?? '', request)
    if (value !== undefined) kept.push(name, value)
  }
  return kept
}

/** Replaces Host by the mask, in which `${PORT}` stands for the port, and adds the original as X-Forwarded-Host. */
export function withMaskedHost(headers: RawHeaders, mask: string, port: number): string[] {
  const named = headerValue(headers, 'host')
  const masked = mask.replaceAll('$' + '{PORT}', String(port))
  const kept = headers.map((text, i) =>
    i % 2 === 1 && headers[i - 1]?.toLowerCase() === 'host' ? masked : text,
  )
  return named === undefined ? kept : [...kept, 'X-Forwarded-Host', named]
}

/** `names` are in lower case. */
export function omitHeaders(headers: RawHeaders, names: ReadonlySet<string>): string[] {
  return filterPairs(headers, (name) => !names.has(name))
}

/** Trailers are filtered like headers: they carry neither framing nor credentials, and do not act on a host. */
export function toForwardedTrailers(
  trailers: RawHeaders,
  userIssuer?: string,
): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < trailers.length; i += 2) {
    const name = trailers[i] ?? ''
    const lower = name.toLowerCase()
    if (hopHeaders.has(lower) || framingHeaders.has(lower) || lower === 'host' || isForwardedHeader(lower))
      continue
    if (siteHeaders.has(lower)) continue
    const value = stripCredentials(name, trailers[i + 1] ?? '', userIssuer)
    if (value !== undefined) pairs.push([name, value])
  }
  return pairs
}

/** Private headers between proxy and envd, and between the proxies of two nodes. */
const privateHeaders: ReadonlySet<string> = new Set([
  ...[names.stream, names.cutStreams, names.once],
  ...[names.hop, names.knownEpoch],
])

const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'transfer-encoding',
  'upgrade',
])

const framingHeaders = new Set(['content-length', 'transfer-encoding', 'trailer'])

/** Listing these in Connection does not drop them: without them the message would mean something else. */
const protectedFromConnection = new Set([
  'host',
  'content-length',
  'authorization',
  names.accessToken,
  // A proxy of another node may have to check it.
  names.trafficAccessToken,
  'cookie',
])

function stripHopHeaders(headers: RawHeaders, framing: Framing): string[] {
  const listed = new Set(
    headerTokens(headers, 'connection').filter((name) => !protectedFromConnection.has(name)),
  )
  const kept = filterPairs(headers, (name) => {
    if (name === 'content-length') return framing.body === 'length'
    if (name === 'trailer') return framing.body === 'chunked'
    return !hopHeaders.has(name) && !listed.has(name)
  })
  if (framing.body === 'chunked') kept.push('Transfer-Encoding', 'chunked')
  if (headerTokens(headers, 'te').includes('trailers')) kept.push('TE', 'trailers')
  if (framing.isUpgrade) {
    for (const protocol of headerValues(headers, 'upgrade')) kept.push('Upgrade', protocol)
    kept.push('Connection', 'Upgrade')
  }
  return kept
}

function filterPairs(headers: RawHeaders, keep: (lowerName: string, value: string) => boolean): string[] {
  const kept: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (keep(name.toLowerCase(), value)) kept.push(name, value)
  }
  return kept
}
