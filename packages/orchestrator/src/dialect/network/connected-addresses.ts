/** Parses `/proc/net/tcp`: one line per socket, with addresses in hexadecimal and little-endian order. */

/** TIME_WAIT and CLOSE: no process holds the connection. LISTEN has no peer. */
const endedStates: readonly (string | undefined)[] = ['06', '07', '0A']
/** FIN_WAIT1, FIN_WAIT2, LAST_ACK, CLOSING. */
const endingStates: readonly (string | undefined)[] = ['04', '05', '09', '0B']

/** IPv4 addresses of the other sides of all connections that are open, being opened or being closed. */
export function connectedAddresses(table: string): Set<string> {
  return addressesOf(table, () => true)
}

/**
 * Excludes connections that no process on this side holds and that are only closing: they stay for over a minute when the
 * other side was frozen.
 */
export function heldAddresses(table: string): Set<string> {
  return addressesOf(table, ([, , , state, queues, , , , , inode]) => {
    const hasNothingToSay = /^0000000[01]:/.test(queues ?? '')
    return !(endingStates.includes(state) && inode === '0' && hasNothingToSay)
  })
}

function addressesOf(table: string, isMeant: (columns: readonly string[]) => boolean): Set<string> {
  const addresses = new Set<string>()
  for (const line of table.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/)
    const [, , remote = '', state] = columns
    const hex = /^([0-9A-F]{8}):/.exec(remote)?.[1]
    if (hex !== undefined && !endedStates.includes(state) && isMeant(columns)) addresses.add(dotted(hex))
  }
  return addresses
}

function dotted(hex: string): string {
  return [6, 4, 2, 0].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join('.')
}
