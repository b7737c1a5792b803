/** A request on a node of a cluster: for a sandbox of this node as on a single machine, for any other to its owner. */
import type { Destination } from '@cay/core/routing/destination.ts'
import { decideOwner } from '@cay/core/routing/locations.ts'
import { isExpired } from '@cay/core/routing/phase.ts'
import type { Downstream } from '../downstream/downstream.ts'
import type { ForwardDeps } from '../forwarding/exchange.ts'
import { forward } from '../forwarding/forward.ts'
import type { RouteLookup } from '../routing/route-lookup.ts'
import { forwardToOwner } from './forward-to-owner.ts'
import type { HopDeps } from './hop-exchange.ts'

export interface ClusterDeps {
  readonly own: ForwardDeps & { readonly routeLookup: Pick<RouteLookup, 'refresh'> }
  readonly hop: HopDeps
  /** Runs a step that may throw. */
  readonly guard: (downstream: Downstream, step: () => void) => void
}

export function serveInCluster(deps: ClusterDeps, downstream: Downstream, destination: Destination): void {
  const route = deps.own.routes.routeOf(destination.sandboxId)
  if (decideOwner(route) === 'locate') serveElsewhere(deps, { downstream, destination, attempts: 0 })
  else if (route !== undefined && isExpired(route, Date.now()))
    serveHere(deps, { downstream, destination, attempts: 0 })
  else forwardHere(deps, { downstream, destination, attempts: 0 })
}

interface Inbound {
  readonly downstream: Downstream
  readonly destination: Destination
  readonly attempts: number
}

function serveElsewhere(deps: ClusterDeps, inbound: Inbound): void {
  const { destination } = inbound
  forwardToOwner(deps.hop, {
    ...inbound,
    serveHere: (downstream, attempts) => serveHere(deps, { downstream, destination, attempts }),
  })
}

/** The own table may not show the sandbox yet, or may show it as it was. */
function serveHere(deps: ClusterDeps, inbound: Inbound): void {
  const { downstream, destination, attempts } = inbound
  void deps.own.routeLookup.refresh().then(() =>
    deps.guard(downstream, () => {
      if (downstream.socket.destroyed) return
      if (deps.own.routes.routeOf(destination.sandboxId) !== undefined) forwardHere(deps, inbound)
      else serveElsewhere(deps, { ...inbound, attempts: attempts + 1 })
    }),
  )
}

function forwardHere(deps: ClusterDeps, inbound: Inbound): void {
  const { downstream, destination, attempts } = inbound
  forward(deps.own, downstream, destination, (left) =>
    serveElsewhere(deps, { downstream: left, destination, attempts: attempts + 1 }),
  )
}
