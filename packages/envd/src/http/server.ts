/** The one listener: checks access, then hands a request to its route; all other paths belong to the RPC services. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { nodePaths } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { SandboxState } from '../app/sandbox-state.ts'
import { noteAnswer } from '../rpc/connection.ts'
import { isAccepted } from '../rpc/content-types.ts'
import { assertAccess, assertFromNode } from './access.ts'
import { allowAnyOrigin } from './cors.ts'
import { joinWrites } from './join-writes.ts'
import { admitRequest } from './limit-pipeline.ts'
import { carryLoopback, isLoopbackRequest } from './loopback-tcp.ts'
import type { MessageBudget } from './message-budget.ts'
import type { RequestCounter } from './request-counter.ts'
import { urlOf } from './request-target.ts'
import { type Exchange, respondError } from './respond.ts'
import { capTimeLimit } from './time-limit.ts'

export type Route = (exchange: Exchange) => Promise<void> | void

export interface ServerDeps {
  readonly state: SandboxState
  /** By `GET /path`. */
  readonly routes: Readonly<Record<string, Route>>
  /** The same, for the node alone. */
  readonly nodeRoutes: Readonly<Record<string, Route>>
  readonly requests: RequestCounter
  readonly messages: MessageBudget
  readonly rpc: (request: IncomingMessage, response: ServerResponse) => void
  /** Content types that each RPC understands, by its path. */
  readonly rpcTypes: ReadonlyMap<string, readonly string[]>
  /** Paths below `/<service>/` are RPCs. */
  readonly rpcPrefixes: readonly string[]
}

/** Streams last as long as they like; a connection that says nothing is closed after the last of these. */
const timing = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 640_000,
  // Otherwise a timer of Node's would wake an idle daemon every 30 s.
  connectionsCheckingInterval: 3_600_000,
} as const

export function createHttpServer(deps: ServerDeps): Server {
  const options = { ...timing, shouldUpgradeCallback: isLoopbackRequest }
  const server = createServer(options, (request, response) => {
    if (!admitRequest(request, response)) return
    // The node fetches the log of whoever is awake: nobody uses the sandbox by that.
    if (request.url?.startsWith(nodePaths.sandboxLogs) !== true) deps.requests.count(response)
    void handle(deps, request, response)
  })
  carryLoopback(server, deps.requests)
  return server
}

/** For callers that need no credential; it serves its routes and nothing else. */
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
    if (route === undefined) refuse(routes, exchange.url.pathname)
    else await route(exchange)
  } catch (error) {
    respondError({ request, response }, error)
  }
}

async function handle(deps: ServerDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A client that went away: there is nobody left to tell.
  response.on('error', () => response.destroy())
  try {
    const exchange: Exchange = { request, response, url: urlOf(request.url ?? '/') }
    if (allowAnyOrigin(exchange)) return
    const { pathname } = exchange.url
    const name = `${request.method} ${pathname}`
    const nodeRoute = deps.nodeRoutes[name]
    if (nodeRoute === undefined) assertAccess(deps.state.identity, exchange)
    else assertFromNode(deps.state.identity, exchange)
    const route = nodeRoute ?? deps.routes[name]
    if (route !== undefined) await route(exchange)
    else if (deps.rpcPrefixes.some((prefix) => pathname.startsWith(prefix))) passToRpc(deps, exchange)
    else refuse({ ...deps.routes, ...deps.nodeRoutes }, pathname)
  } catch (error) {
    respondError({ request, response }, error)
  }
}

/** Calls at one time, streams among them: each may hold a hundred kilobytes for a reader that takes nothing. */
export const callsMax = 2048

function passToRpc(
  { rpc, rpcTypes, messages, requests }: ServerDeps,
  { request, response, url }: Exchange,
): void {
  const accepted = rpcTypes.get(url.pathname)
  // The library refuses these too, but does not say what it would understand.
  if (request.method === 'POST' && accepted && !isAccepted(request.headers['content-type'], accepted)) {
    response.writeHead(415, { 'accept-post': accepted.join(', ') }).end()
    return
  }
  if (requests.open > callsMax)
    throw new ServiceError('rate_limited', `more than ${callsMax} calls in progress`)
  capTimeLimit(request.headers)
  // Messages of a stream are small, and gone when the next one comes.
  if (!isInputStream(url.pathname)) messages.admit(request)
  noteAnswer(request, response)
  joinWrites(response)
  rpc(request, response)
}

function isInputStream(pathname: string): boolean {
  return pathname.endsWith('/StreamInput')
}

function refuse(routes: ServerDeps['routes'], pathname: string): never {
  const isKnown = Object.keys(routes).some((route) => route.endsWith(` ${pathname}`))
  throw isKnown
    ? new ServiceError('method_not_allowed', 'method not allowed')
    : new ServiceError('not_found', 'page not found')
}
