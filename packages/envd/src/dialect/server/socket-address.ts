/** Builds the `struct sockaddr_in` or `struct sockaddr_in6` that `bind` takes. */

export const addressFamilies = { ipv4: 2, ipv6: 10 } as const

export interface SocketAddress {
  readonly family: number
  readonly bytes: Uint8Array
}

/** Stands for every address of both families. */
export const allAddresses = '::'
const ipv4Bytes = 16
const ipv6Bytes = 28

/** `address` is an IPv4 address or `allAddresses`. */
export function socketAddress(address: string, port: number): SocketAddress {
  const family = address === allAddresses ? addressFamilies.ipv6 : addressFamilies.ipv4
  const bytes = new Uint8Array(family === addressFamilies.ipv6 ? ipv6Bytes : ipv4Bytes)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, family, true)
  view.setUint16(2, port)
  if (family === addressFamilies.ipv4) bytes.set(address.split('.').map(Number), 4)
  return { family, bytes }
}
