/**
 * The HTTP server: it checks access and dispatches each request to its route; all other paths belong to the RPC
 * services.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { envdVersion, nodePaths } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { SandboxState } from '../../app/identity/sandbox-state.ts'
import { noteAnswer } from '../../rpc/connection.ts'
import { isAccepted } from '../../rpc/content-types.ts'
import { assertAccess, assertCanName, assertFromNode } from '../identity/access.ts'
import { type Exchange, respondError } from '../respond.ts'
import { allowAnyOrigin } from './cors.ts'
import { joinWrites } from './join-writes.ts'
import { admitRequest } from './limit-pipeline.ts'
import { isLoopbackRequest, loopbackTunnels } from './loopback-tcp.ts'
import type { MessageBudget } from './message-budget.ts'
import type { RequestCounter } from './request-counter.ts'
import { urlOf } from './request-target.ts'
import { isTunnelRequest, tcpTunnels } from './tcp-tunnel.ts'
import { capTimeLimit } from './time-limit.ts'

export type Route = (exchange: Exchange) => Promise<void> | void

export interface ServerDeps {
  readonly state: SandboxState
  /** Keyed by `GET /path`. */
  readonly routes: Readonly<Record<string, Route>>
  /** Keyed in the same way; for the node only. */
  readonly nodeRoutes: Readonly<Record<string, Route>>
  readonly requests: RequestCounter
  readonly messages: MessageBudget
  readonly rpc: (request: IncomingMessage, response: ServerResponse) => void
  /** Content types that each RPC accepts, by its path. */
  readonly rpcTypes: ReadonlyMap<string, readonly string[]>
}

const initRoute = 'POST /init'
/** Clients choose the paths in messages. */
const shownPathLengthMax = 128

/** Streams have no time limit; a silent connection is closed after `keepAliveTimeout`. */
const timing = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 640_000,
  // Otherwise a timer in Node would wake an idle daemon every 30 s.
  connectionsCheckingInterval: 3_600_000,
} as const

export function createHttpServer(deps: ServerDeps): Server {
  const shouldUpgradeCallback = (request: IncomingMessage) =>
    isLoopbackRequest(request) || (isTunnelRequest(request) && hasAccess(deps, request))
  const options = { ...timing, shouldUpgradeCallback }
  const server = createServer(options, (request, response) => {
    if (!admitRequest(request, response)) return
    // The node fetches the log of every sandbox that is not frozen; this does not count as use of the sandbox.
    if (request.url?.startsWith(nodePaths.sandboxLogs) !== true) deps.requests.count(response)
    void handle(deps, request, response)
  })
  const toLoopback = loopbackTunnels()
  const toAnywhere = tcpTunnels()
  server.on('upgrade', (request: IncomingMessage, caller: Duplex, head: Buffer) => {
    caller.on('error', () => caller.destroy())
    deps.requests.count(caller)
    const serve = isLoopbackRequest(request) ? toLoopback : toAnywhere
    serve(request, caller, head)
  })
  return server
}

/** A request without it stays one without an upgrade, and its response says what is missing. */
function hasAccess({ state }: ServerDeps, request: IncomingMessage): boolean {
  try {
    assertAccess(state.identity, { request, url: urlOf(request.url ?? '/') })
    return true
  } catch {
    return false
  }
}

/** For callers that need no credentials; it serves only the given routes. */
export function createOpenHttpServer(routes: ServerDeps['routes']): Server {
  return createServer(timing, (request, response) => {
    if (admitRequest(request, response)) void handleOpen(routes, { request, response })
  })
}

async function handleOpen(
  routes: ServerDeps['routes'],
  { request, response }: Pick<Exchange, 'request' | 'response'>,
): Promise<void> {
  response.on('error', () => response.destroy())
  try {
    const exchange: Exchange = { request, response, url: urlOf(request.url ?? '/') }
    const route = routes[`${request.method} ${exchange.url.pathname}`]
    if (route === undefined) refuse(routes, exchange)
    else await route(exchange)
  } catch (error) {
    respondError({ request, response }, error)
  }
}

async function handle(deps: ServerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // The client has disconnected, so there is no recipient for the error.
  response.on('error', () => response.destroy())
  try {
    const exchange: Exchange = { request, response, url: urlOf(request.url ?? '/') }
    if (allowAnyOrigin(exchange)) return
    const { pathname } = exchange.url
    const name = `${request.method} ${pathname}`
    const nodeRoute = deps.nodeRoutes[name]
    if (nodeRoute === undefined) assertAccess(deps.state.identity, exchange)
    else if (name === initRoute) assertCanName(deps.state.identity, exchange)
    else assertFromNode(deps.state.identity, exchange)
    const route = nodeRoute ?? deps.routes[name]
    if (route !== undefined) await route(exchange)
    else if (deps.rpcTypes.has(pathname)) passToRpc(deps, exchange)
    else refuse({ ...deps.routes, ...deps.nodeRoutes }, exchange)
  } catch (error) {
    respondError({ request, response }, error)
  }
}

/**
 * Limit of concurrent calls, including streams: each may hold a hundred kilobytes for a reader that reads nothing.
 */
export const callsMax = 2048

function passToRpc(
  { rpc, rpcTypes, messages, requests }: ServerDeps,
  { request, response, url }: Exchange,
): void {
  const accepted = rpcTypes.get(url.pathname)
  // The library rejects these as well, but its response does not list the accepted types.
  if (request.method === 'POST' && accepted && !isAccepted(request.headers['content-type'], accepted)) {
    response.writeHead(415, { 'accept-post': accepted.join(', ') }).end()
    return
  }
  if (requests.open > callsMax)
    throw new ServiceError('rate_limited', `more than ${callsMax} calls in progress`)
  capTimeLimit(request.headers)
  // Messages of a stream are small, and each is released before the next one arrives.
  if (!isInputStream(url.pathname)) messages.admit(request)
  noteAnswer(request, response)
  joinWrites(response)
  rpc(request, response)
}

function isInputStream(pathname: string): boolean {
  return pathname.endsWith('/StreamInput')
}

/** A client that is newer may ask for more than there is: it is told what it asked for, and which interface it talks to. */
function refuse(
  routes: ServerDeps['routes'],
  { request, url: { pathname } }: Pick<Exchange, 'request' | 'url'>,
): never {
  const isKnown = Object.keys(routes).some((route) => route.endsWith(` ${pathname}`))
  if (isKnown) throw new ServiceError('method_not_allowed', 'method not allowed')
  const asked = pathname.length > shownPathLengthMax ? `${pathname.slice(0, shownPathLengthMax)}…` : pathname
  throw new ServiceError(
    'not_found',
    `no route ${request.method} ${asked}: this daemon has the interface of version ${envdVersion}`,
  )
}
