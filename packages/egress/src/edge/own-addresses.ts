import { networkInterfaces } from 'node:os'
import { bounds } from '../bounds.ts'

/** The node's own addresses, cached for a moment. */
export function watchOwnAddresses(): (address: string) => boolean {
  let own: ReadonlySet<string> = new Set()
  let readAtMs = Number.NEGATIVE_INFINITY
  return (address) => {
    if (performance.now() - readAtMs > bounds.nodeAddressesMsMax) {
      own = new Set(
        Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((each) => each.address)),
      )
      readAtMs = performance.now()
    }
    return own.has(address)
  }
}
