import { bounds } from '../../bounds.ts'
import type { Arrival } from '../../ports/network.ts'
import type { EgressContext } from '../egress-context.ts'
import { serveConnection } from './serve-connection.ts'

/**
 * Serves a connection when it is its team's turn, or refuses one beyond the team's share of all connections.
 * `serving` has those that are not over.
 */
export function receiveArrival(
  context: EgressContext,
  arrival: Arrival,
  { serving, onRefused }: { readonly serving: Set<Promise<void>>; readonly onRefused: () => void },
): void {
  const { sandboxes, connections, turns } = context
  const party = sandboxes.partyAt(arrival.source)
  const leave = connections.enter(party.team)
  if (leave === undefined) {
    arrival.refuse()
    onRefused()
    return
  }
  turns.run(party, () => {
    turns.charge(party, bounds.connectionMs)
    const served = serveConnection(context, arrival.open()).finally(() => {
      leave()
      serving.delete(served)
    })
    serving.add(served)
  })
}
