import { networkInterfaces } from 'node:os'

/** Maximum age of the list: interfaces and their addresses come and go. */
const listMsMax = 5000

/** Whether an address is one of this machine's, from a list that is cached for a moment. */
export function watchOwnAddresses(): (address: string) => boolean {
  let own: ReadonlySet<string> = new Set()
  let readAtMs = Number.NEGATIVE_INFINITY
  return (address) => {
    if (performance.now() - readAtMs > listMsMax) {
      own = new Set(
        Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((each) => each.address)),
      )
      readAtMs = performance.now()
    }
    return own.has(address)
  }
}
