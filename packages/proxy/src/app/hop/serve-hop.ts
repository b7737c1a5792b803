/**
 * Entry point of a request from the proxy of another node, which has found the sandbox to be here. Such a request is
 * served from the own table or refused with 421; it is never sent to a third node, so no stale location makes a loop.
 */
import { headers as names } from '@cay/contract/names.ts'
import { type Hop, parseHop } from '@cay/core/routing/hop-header.ts'
import { isInternalRequest } from '@cay/core/routing/internal-path.ts'
import { readRequestFraming } from '@cay/core/routing/message-framing.ts'
import { isExpired, type Route } from '@cay/core/routing/phase.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { sendLocalReply } from '../downstream/send-local-reply.ts'
import { withRequestSpan } from '../downstream/trace-request.ts'
import { forward } from '../forwarding/forward.ts'
import { misdirected } from './choose-hop-forwarder.ts'
import type { ClusterDeps } from './serve-in-cluster.ts'

export interface ServeHopDeps extends Omit<ClusterDeps, 'hop'> {
  /** Which client a connection of another proxy has served last. */
  readonly clients: WeakMap<object, number>
}

export function serveHop(deps: ServeHopDeps, downstream: Downstream): void {
  deps.guard(downstream, () => {
    const { method = 'GET', url = '', rawHeaders } = downstream.request
    const hop = parseHop(headerValue(rawHeaders, names.hop) ?? '')
    const framing = readRequestFraming(method, url, rawHeaders)
    // The other proxy has refused such requests already.
    if (hop === undefined || framing.kind === 'refused' || isInternalRequest(hop.destination.port, url)) {
      sendLocalReply(downstream, refuseRequest('request_target_invalid'))
      return
    }
    noteClient(deps, downstream, hop)
    const forwarded = hop.awaitsForwarding ? acceptBodyOnce(downstream) : downstream
    withRequestSpan(forwarded, hop.destination, () => serve(deps, forwarded, hop))
  })
}

/** The connection into a sandbox that was kept for another client is not used for this one. */
function noteClient({ own, clients }: ServeHopDeps, { socket }: Downstream, { client }: Hop): void {
  const last = clients.get(socket)
  if (last === client) return
  clients.set(socket, client)
  if (last !== undefined) own.connectionPool.drop(socket)
}

/** The other proxy holds the body until the request is forwarded; until then it can send the request elsewhere. */
function acceptBodyOnce(downstream: Downstream): Downstream {
  let isAccepted = false
  return {
    ...downstream,
    onForwarding() {
      downstream.onForwarding?.()
      if (!isAccepted) downstream.response.writeContinue()
      isAccepted = true
    },
  }
}

function serve(deps: ServeHopDeps, downstream: Downstream, hop: Hop): void {
  const { routes, routeLookup } = deps.own
  const { sandboxId } = hop.destination
  if (isOwn(routes.routeOf(sandboxId), hop)) {
    forwardHere(deps, downstream, hop)
    return
  }
  void routeLookup.refresh().then(() =>
    deps.guard(downstream, () => {
      if (downstream.socket.destroyed) return
      if (isOwn(routes.routeOf(sandboxId), hop)) forwardHere(deps, downstream, hop)
      else refuseMisdirected(deps, downstream, hop)
    }),
  )
}

/** A copy of an earlier placement than the one that the other proxy was told of is not the sandbox any more. */
function isOwn(route: Route | undefined, { epoch }: Hop): boolean {
  if (route === undefined || route.phase === 'paused' || isExpired(route, Date.now())) return false
  const known = route.epoch ?? 0n
  return known === 0n || known >= epoch
}

function forwardHere(deps: ServeHopDeps, downstream: Downstream, hop: Hop): void {
  forward(deps.own, downstream, hop.destination, () => refuseMisdirected(deps, downstream, hop))
}

/** Nothing of the request was forwarded. */
function refuseMisdirected({ own }: ServeHopDeps, { request, response }: Downstream, hop: Hop): void {
  const { sandboxId } = hop.destination
  const epoch = own.routes.routeOf(sandboxId)?.epoch ?? 0n
  own.log.debug(
    { event: 'hop.misdirected', sandboxID: sandboxId, epoch: Number(epoch) },
    'no such sandbox here',
  )
  response.writeHead(misdirected, [names.knownEpoch, String(epoch), 'Content-Length', '0'])
  response.end()
  request.unpipe()
  request.resume()
}
