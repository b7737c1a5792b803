import { hash, randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { ClientKey } from '@cay/core/connection/client-address.ts'
import { clientSourceAddress } from '@cay/core/connection/shared-clients.ts'

/** Nobody can look for an address of their own that gives them another client's number. */
const salt = randomBytes(16).toString('hex')

/**
 * The address of the loopback from which this client's connections to the plaintext ports come, so that each client has its
 * own share and rates there. Undefined where the ports are not reached by an IPv4 address.
 */
export function clientSource(client: ClientKey, host: string): string | undefined {
  if (!isIPv4(host)) return undefined
  return clientSourceAddress(hash('sha256', `${salt} ${client}`, 'buffer').readUInt32BE())
}
