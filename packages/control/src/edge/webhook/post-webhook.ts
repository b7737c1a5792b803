/**
 * Sends deliveries. The host of each hop is resolved here, its addresses are checked, and the connection goes to exactly the
 * address that was checked: no DNS query lies between the check and the connection. Of the response only the status
 * counts.
 */
import { isIP, type Socket } from 'node:net'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { hasAddress, type RangeSet } from '@cay/core/egress/range-set.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { isRefusedAddress, refusedHost } from '@cay/core/event/webhook.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import type { ResolveHost } from '../../ports/host.ts'
import type { PostOutcome, PostRequest, PostWebhook } from '../../ports/webhook.ts'
import { NodeRequests, type ResponseHead } from './node-request.ts'
import { type Destination, keyOf, WebhookConnections } from './webhook-connections.ts'

/** For all hops together. */
const usualTotalMs = 10_000
const connectMsMax = 5_000
const hopsMax = 3
/** A connection with a larger response is closed; a smaller one is read to its end, so that the connection is used again. */
const bodyBytesMax = 64 * 1024
const idleMs = 15_000
/** Idle connections of one receiver. */
const idleMax = 16
/** Receivers of which it is known that they need Node's client. */
const nodeReceiversMax = 1_000

export interface PosterOptions {
  readonly resolveHost: ResolveHost
  /** Addresses in closed ranges, and of this machine, that the operator allows. */
  readonly allowed: RangeSet
  /** Whether an address is of this machine, which serves more there than it does to others. */
  readonly isOwnAddress: (address: string) => boolean
  /** Certificates that are trusted; undefined: those that the program trusts. */
  readonly certificates?: string
  /** Milliseconds for a delivery. Absent: 10 s. */
  readonly totalMs?: number
}

interface Poster extends PosterOptions {
  readonly connections: WebhookConnections
  readonly node: NodeRequests
  /** Receivers whose responses only Node's client reads. */
  readonly nodeReceivers: Set<string>
}

export function createPoster(options: PosterOptions): PostWebhook {
  const { certificates, totalMs = usualTotalMs } = options
  const common = { certificates, idleMs, bodyBytesMax, onConnecting: limitConnect }
  const poster = {
    ...options,
    connections: new WebhookConnections({ ...common, idleMax }),
    node: new NodeRequests(common),
    nodeReceivers: new Set<string>(),
  }
  return async (request, signal) => {
    // Signals that are made of others cost as much as a request.
    const stop = new AbortController()
    const abort = () => stop.abort(signal.reason)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop.abort()
    }, totalMs)
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      return await follow(poster, { ...request, hops: 0 }, stop.signal)
    } catch (error) {
      return { error: isLate ? `no response within ${totalMs / 1000} s` : describe(error) }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
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

async function send(
  poster: Poster,
  { url, headers, body, teamId }: Hop,
  signal: AbortSignal,
): Promise<ResponseHead> {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  const isTls = protocol === 'https:'
  if (!isTls && protocol !== 'http:') throw new RefusedError('it redirects to another protocol')
  const address = await findAddress(poster, { hostname, teamId }, signal)
  signal.throwIfAborted()
  const to = { isTls, hostname, address, port: port === '' ? (isTls ? 443 : 80) : Number(port) }
  const request = {
    path: pathname + search,
    headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
    body,
  }
  return await sendTo(poster, to, request, signal)
}

interface RenderedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

async function sendTo(
  { connections, node, nodeReceivers }: Poster,
  to: Destination,
  request: RenderedRequest,
  signal: AbortSignal,
): Promise<ResponseHead> {
  const key = keyOf(to)
  if (nodeReceivers.has(key)) return await node.send({ ...to, ...request }, signal)
  const reply = await connections.request(to, renderRequest(request), signal)
  if (reply.kind === 'read') {
    const { status, headers } = reply.response
    return { status, location: headerValue(headers, 'location') }
  }
  if (nodeReceivers.size >= nodeReceiversMax) nodeReceivers.clear()
  nodeReceivers.add(key)
  return await node.readResponse(reply.socket, reply.bytes, signal)
}

/** Values are of this program or of a parsed URL: none has a line end. */
function renderRequest({ path, headers, body }: RenderedRequest): string {
  let head = `POST ${path} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  return `${head}connection: keep-alive\r\n\r\n${body}`
}

function limitConnect(socket: Socket, isTls: boolean): void {
  const timer = setTimeout(
    () => socket.destroy(new RefusedError(`no connection within ${connectMsMax / 1000} s`)),
    connectMsMax,
  )
  const stop = () => clearTimeout(timer)
  socket.once(isTls ? 'secureConnect' : 'connect', stop)
  socket.once('close', stop)
}

interface ChosenHost {
  readonly hostname: string
  readonly teamId: string
}

/** An address of the host that may be connected to. */
async function findAddress(
  poster: Poster,
  { hostname, teamId }: ChosenHost,
  signal: AbortSignal,
): Promise<string> {
  const refusal = refusedHost(hostname, poster.allowed)
  if (refusal !== undefined) throw new RefusedError(refusal)
  if (isIP(hostname) === 4) {
    if (isOwn(poster, hostname)) throw new RefusedError(`${hostname} is an address of this machine`)
    return hostname
  }
  const found = await resolve(poster.resolveHost, { hostname, teamId }, signal)
  if (found.length === 0) throw new RefusedError(`${hostname} has no IPv4 address`)
  const isOpen = (text: string) => {
    const address = parseAddress(text)
    return address !== undefined && !isRefusedAddress(address, poster.allowed)
  }
  const open = found.filter(isOpen)
  if (open.length === 0) throw new RefusedError(`${hostname} has private or reserved addresses only`)
  const address = open.find((text) => !isOwn(poster, text))
  if (address === undefined) throw new RefusedError(`${hostname} leads to this machine`)
  return address
}

function isOwn({ isOwnAddress, allowed }: Poster, text: string): boolean {
  const address = parseAddress(text)
  return isOwnAddress(text) && !(address !== undefined && hasAddress(allowed, address))
}

async function resolve(
  resolveHost: ResolveHost,
  { hostname, teamId }: ChosenHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([resolveHost(hostname, teamId), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    if (isServiceError(error)) throw new RefusedError(error.message)
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
