/** Forwards one request to its sandbox on this node, when the sandbox has room for one more. */
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { refuse } from '../downstream/refuse.ts'
import { Exchange, type ForwardDeps, type OnMoved } from './exchange.ts'

/** Without `onMoved` the sandbox is resumed here, if at all. */
export function forward(
  deps: ForwardDeps,
  downstream: Downstream,
  destination: Destination,
  onMoved?: OnMoved,
): void {
  const exchange = new Exchange(deps, { downstream, destination, onMoved })
  if (deps.routes.admit(destination.sandboxId, exchange)) exchange.begin()
  else
    refuse(deps.log, downstream, {
      kind: 'too_many_connections',
      sandboxId: destination.sandboxId,
      connectionLimit: deps.routes.sandboxConnectionsMax,
    })
}
