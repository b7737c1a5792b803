import type { Socket } from 'node:net'
import { bounds } from '../../bounds.ts'
import type { Arrival } from '../../ports/network.ts'
import type { EgressContext } from '../egress-context.ts'
import { serveConnection } from './serve-connection.ts'

/**
 * Serves a connection when it is its team's turn, or refuses one beyond the team's share of all connections.
 * `open` has those that are not closed.
 */
export function receiveArrival(
  context: EgressContext,
  arrival: Arrival,
  { open, onRefused }: { readonly open: Set<Socket>; readonly onRefused: () => void },
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
    const guest = arrival.open()
    open.add(guest)
    guest.once('close', () => open.delete(guest))
    void serveConnection(context, guest).finally(leave)
  })
}
