/**
 * Sends deliveries. The host of each hop is resolved here, its addresses are checked, and the connection goes to exactly the
 * address that was checked: no DNS query lies between the check and the connection. Of the response only the status
 * counts.
 */
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import type { RangeSet } from '@cay/core/egress/range-set.ts'
import { isRefusedAddress, refusedHost } from '@cay/core/event/webhook.ts'
import type { ResolveHost } from '../../ports/host.ts'
import type { PostOutcome, PostRequest, PostWebhook } from '../../ports/webhook.ts'

/** For all hops together. */
const totalMsMax = 10_000
const connectMsMax = 5_000
const hopsMax = 3
/** A connection with a larger response is closed; a smaller one is read to its end, so that the connection is used again. */
const responseBytesMax = 64 * 1024
const idleMs = 15_000

export interface PosterOptions {
  readonly resolveHost: ResolveHost
  /** Addresses in closed ranges that the operator allows. */
  readonly allowed: RangeSet
  /** Certificates that are trusted; undefined: those that the program trusts. */
  readonly certificates?: string
}

interface Poster extends PosterOptions {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

export function createPoster(options: PosterOptions): PostWebhook {
  const pool = { keepAlive: true, timeout: idleMs, maxFreeSockets: 64 }
  const certificates = options.certificates === undefined ? {} : { ca: options.certificates }
  const poster = {
    ...options,
    http: new HttpAgent(pool),
    https: new HttpsAgent({ ...pool, ...certificates }),
  }
  return async (request, signal) => {
    const timeout = AbortSignal.timeout(totalMsMax)
    try {
      return await follow(poster, { ...request, hops: 0 }, AbortSignal.any([signal, timeout]))
    } catch (error) {
      return { error: timeout.aborted ? `no response within ${totalMsMax / 1000} s` : describe(error) }
    }
  }
}

interface Hop extends PostRequest {
  readonly hops: number
}

async function follow(poster: Poster, hop: Hop, signal: AbortSignal): Promise<PostOutcome> {
  const { status, location } = await send(poster, hop, signal)
  if (status < 300 || status >= 400) return { status }
  // Any other redirect turns a POST into a GET.
  if ((status !== 307 && status !== 308) || location === undefined) return { status }
  if (hop.hops >= hopsMax) throw new RefusedError(`it redirects more than ${hopsMax} times`)
  const next = URL.parse(location, hop.url)
  if (next === null) throw new RefusedError('it redirects to what is no URL')
  if (next.protocol === 'http:' && hop.url.startsWith('https:'))
    throw new RefusedError('it redirects from https to http')
  return await follow(poster, { ...hop, url: next.href, hops: hop.hops + 1 }, signal)
}

/** With a message that may be shown. */
class RefusedError extends Error {}

interface Head {
  readonly status: number
  readonly location: string | undefined
}

async function send(poster: Poster, { url, headers, body }: Hop, signal: AbortSignal): Promise<Head> {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  const isTls = protocol === 'https:'
  if (!isTls && protocol !== 'http:') throw new RefusedError('it redirects to another protocol')
  const address = await findAddress(poster, hostname, signal)
  const head = Promise.withResolvers<Head>()
  const options = {
    ...{ method: 'POST', host: address, port: port === '' ? (isTls ? 443 : 80) : Number(port), signal },
    ...{ path: pathname + search, agent: isTls ? poster.https : poster.http },
    headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
  }
  const request = isTls
    ? requestHttps({ ...options, servername: isIP(hostname) === 0 ? hostname : '' })
    : requestHttp(options)
  request.on('error', head.reject)
  request.on('socket', (socket) => limitConnect(socket, isTls))
  request.on('response', (response) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > responseBytesMax) request.destroy()
    })
    // The status is known: what becomes of the rest changes nothing.
    response.on('error', () => undefined)
    head.resolve({ status: response.statusCode ?? 0, location: response.headers.location })
  })
  request.end(body)
  return await head.promise
}

function limitConnect(socket: Socket, isTls: boolean): void {
  if (!socket.connecting) return
  const timer = setTimeout(
    () => socket.destroy(new RefusedError(`no connection within ${connectMsMax / 1000} s`)),
    connectMsMax,
  )
  const stop = () => clearTimeout(timer)
  socket.once(isTls ? 'secureConnect' : 'connect', stop)
  socket.once('close', stop)
}

/** An address of the host that may be connected to. */
async function findAddress(
  { resolveHost, allowed }: Poster,
  hostname: string,
  signal: AbortSignal,
): Promise<string> {
  const refusal = refusedHost(hostname, allowed)
  if (refusal !== undefined) throw new RefusedError(refusal)
  if (isIP(hostname) === 4) return hostname
  const found = await resolve(resolveHost, hostname, signal)
  const isOpen = (text: string) => {
    const address = parseAddress(text)
    return address !== undefined && !isRefusedAddress(address, allowed)
  }
  const open = found.find(isOpen)
  if (open !== undefined) return open
  if (found.length === 0) throw new RefusedError(`${hostname} has no IPv4 address`)
  throw new RefusedError(`${hostname} has private or reserved addresses only`)
}

async function resolve(
  resolveHost: ResolveHost,
  hostname: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([resolveHost(hostname), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    throw new RefusedError(`${hostname} cannot be resolved`, { cause: error })
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without a response',
  EPIPE: 'the connection was closed without a response',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  EPROTO: 'it does not speak TLS',
  ETIMEDOUT: 'no connection in time',
}

/** Nothing that the receiver sent is repeated. */
function describe(error: unknown): string {
  if (error instanceof RefusedError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'the response is not HTTP'
  if (code.startsWith('ERR_SSL')) return 'it does not speak TLS'
  return codes[code] ?? (/^[A-Z_]{3,60}$/.test(code) ? `failed: ${code}` : 'failed')
}
