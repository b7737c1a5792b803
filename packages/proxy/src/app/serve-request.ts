/**
 * Entry point of a request. A known sandbox is routed to synchronously, an ended one is refused at once; only for an
 * unknown one the routes are refreshed first.
 */
import { limits } from '@cay/contract/limits.ts'
import { admitRequest } from '@cay/core/routing/admit-request.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { isExpired } from '@cay/core/routing/phase.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import { nameRoute } from '@cay/kit/request-route.ts'
import type { Downstream } from './downstream/downstream.ts'
import { sendLocalReply } from './downstream/send-local-reply.ts'
import { withRequestSpan } from './downstream/trace-request.ts'
import type { ForwardDeps } from './forwarding/exchange.ts'
import { forward } from './forwarding/forward.ts'
import type { RouteLookup } from './routing/route-lookup.ts'
import type { Routes } from './routing/routes.ts'

export interface ServeDeps extends ForwardDeps {
  readonly routeLookup: Pick<RouteLookup, 'refresh'>
  readonly domain: string | undefined
  /** Serves a request on a node of a cluster; absent on a single machine. */
  readonly serveInCluster?: (downstream: Downstream, destination: Destination) => void
}

/** Never throws: a request must not end the process. */
export function serveRequest(deps: ServeDeps, downstream: Downstream): void {
  const { method = 'GET', url = '', rawHeaders } = downstream.request
  guardRequest(deps, downstream, () => {
    const decision = admitRequest({ method, requestTarget: url, headers: rawHeaders }, deps.domain)
    nameRoute(downstream.request, routeNameOf(decision))
    if (decision.kind === 'refused') return sendLocalReply(downstream, decision.reply)
    const { destination } = decision
    withRequestSpan(downstream, destination, () => {
      if (deps.serveInCluster !== undefined) return deps.serveInCluster(downstream, destination)
      if (!isUnknown(deps.routes, destination)) return forwardTo(deps, downstream, destination)
      void deps.routeLookup
        .refresh()
        .then(() => guardRequest(deps, downstream, () => forwardTo(deps, downstream, destination)))
    })
  })
}

/** For metrics: requests that name no sandbox, those to daemons, and those to servers of users. */
function routeNameOf(decision: ReturnType<typeof admitRequest>): string {
  if (decision.kind === 'refused') return 'none'
  return decision.destination.port === limits.daemonPort ? 'daemon' : 'sandbox'
}

/** An expired sandbox counts as unknown: its timeout may have been extended a millisecond ago. */
function isUnknown(routes: Pick<Routes, 'routeOf' | 'hasEnded'>, { sandboxId }: Destination): boolean {
  const route = routes.routeOf(sandboxId)
  return route === undefined ? !routes.hasEnded(sandboxId) : isExpired(route, Date.now())
}

function forwardTo(deps: ServeDeps, downstream: Downstream, destination: Destination): void {
  if (!downstream.socket.destroyed) forward(deps, downstream, destination)
}

export function guardRequest(
  { log }: Pick<ServeDeps, 'log'>,
  downstream: Downstream,
  step: () => void,
): void {
  try {
    step()
  } catch (error) {
    log.error({ event: 'request.failed', err: error }, 'request failed')
    sendLocalReply(downstream, refuseRequest('internal_error'))
  }
}
