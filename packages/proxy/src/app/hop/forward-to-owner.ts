/** Forwards one request to the proxy of the node that has its sandbox. */
import { refuse } from '../downstream/refuse.ts'
import { type HopDeps, HopExchange, type HopRequest } from './hop-exchange.ts'

export function forwardToOwner(deps: HopDeps, request: HopRequest): void {
  const { sandboxId } = request.destination
  const exchange = new HopExchange(deps, request)
  if (deps.routes.admit(sandboxId, exchange)) exchange.begin()
  else {
    const connectionLimit = deps.routes.sandboxConnectionsMax
    refuse(deps.log, request.downstream, { kind: 'too_many_connections', sandboxId, connectionLimit })
  }
}
