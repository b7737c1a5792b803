/** What the proxy does with a request, by the route and the credentials that the request carries. */
import { limits } from '@cay/contract/limits.ts'
import { headers as names } from '@cay/contract/names.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { decideRouting, type Route, type RoutingDecision } from '@cay/core/routing/phase.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import type { Downstream } from '../downstream/downstream.ts'

export function routeRequest(
  route: Route | undefined,
  { request }: Pick<Downstream, 'request'>,
  destination: Destination,
): RoutingDecision {
  return decideRouting(route, {
    destination,
    trafficToken: headerValue(request.rawHeaders, names.trafficAccessToken),
    daemonPort: limits.daemonPort,
    nowMs: Date.now(),
  })
}
