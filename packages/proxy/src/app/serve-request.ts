/**
 * From a request to the connection that carries it. A sandbox that is known is found without waiting for anything; one
 * that is known to have ended is answered at once; only for an unheard-of one the orchestrator is asked.
 */
import { admitRequest } from '@cay/core/routing/admit-request.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { isExpired } from '@cay/core/routing/phase.ts'
import { refuseRequest } from '@cay/core/routing/refusals.ts'
import type { Downstream } from './downstream/downstream.ts'
import { sendLocalReply } from './downstream/send-local-reply.ts'
import { withRequestSpan } from './downstream/trace-request.ts'
import { type ForwardDeps, forward } from './forwarding/forward.ts'
import type { RouteLookup } from './routing/route-lookup.ts'
import type { Routes } from './routing/routes.ts'

export interface ServeDeps extends ForwardDeps {
  readonly routeLookup: Pick<RouteLookup, 'refresh'>
  readonly domain: string | undefined
}

/** Never throws: a request must not end the process. */
export function serveRequest(deps: ServeDeps, downstream: Downstream): void {
  const { method = 'GET', url = '', rawHeaders } = downstream.request
  guardRequest(deps, downstream, () => {
    const decision = admitRequest({ method, requestTarget: url, headers: rawHeaders }, deps.domain)
    if (decision.kind === 'refused') return sendLocalReply(downstream, decision.reply)
    const { destination } = decision
    withRequestSpan(downstream, destination, () => {
      if (!isUnheardOf(deps.routes, destination)) return forwardTo(deps, downstream, destination)
      void deps.routeLookup
        .refresh()
        .then(() => guardRequest(deps, downstream, () => forwardTo(deps, downstream, destination)))
    })
  })
}

/** Of one whose time is up too: it may have been given more a millisecond ago. */
function isUnheardOf(routes: Pick<Routes, 'routeOf' | 'hasEnded'>, { sandboxId }: Destination): boolean {
  const route = routes.routeOf(sandboxId)
  return route === undefined ? !routes.hasEnded(sandboxId) : isExpired(route, Date.now())
}

function forwardTo(deps: ServeDeps, downstream: Downstream, destination: Destination): void {
  if (!downstream.socket.destroyed) forward(deps, downstream, destination)
}

function guardRequest({ log }: ServeDeps, downstream: Downstream, step: () => void): void {
  try {
    step()
  } catch (error) {
    log.error({ err: error }, 'a request met a fault')
    sendLocalReply(downstream, refuseRequest('internal_error'))
  }
}
