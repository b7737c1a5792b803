/** `/proc/net/tcp`: one line per socket, addresses in hexadecimal, the four bytes turned round. */

/** TIME_WAIT and CLOSE: nobody holds it any more. LISTEN has no other side. */
const endedStates: readonly (string | undefined)[] = ['06', '07', '0A']

/** IPv4 addresses of the other sides of all connections that are open, being opened or being closed. */
export function connectedAddresses(table: string): Set<string> {
  const addresses = new Set<string>()
  for (const line of table.split('\n').slice(1)) {
    const [, , remote = '', state] = line.trim().split(/\s+/)
    const hex = /^([0-9A-F]{8}):/.exec(remote)?.[1]
    if (hex !== undefined && !endedStates.includes(state)) addresses.add(dotted(hex))
  }
  return addresses
}

function dotted(hex: string): string {
  return [6, 4, 2, 0].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join('.')
}
