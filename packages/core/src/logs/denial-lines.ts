/** Log lines of a sandbox about connections that the egress gateway denied. */
import type { DeniedProtocol } from '../egress/denials.ts'
import type { LogText } from './entry.ts'

export interface RefusedFlow {
  readonly protocol: DeniedProtocol
  /** Empty for a DNS query. */
  readonly address: string
  readonly port: number
  /** Empty when no name is known. */
  readonly name: string
  readonly rule: string
}

export function denialLine({ protocol, address, port, name, rule }: RefusedFlow): LogText {
  const what = places[protocol]({ address, port, name })
  return {
    level: 'warn',
    message: `refused: ${what}: ${rule}`,
    fields: { logger: 'egress', event: 'refused', protocol, address, port: String(port), name, rule },
  }
}

type DeniedDestination = Pick<RefusedFlow, 'address' | 'port' | 'name'>

const places: Readonly<Record<DeniedProtocol, (place: DeniedDestination) => string>> = {
  tcp: ({ address, port, name }) => (name === '' ? `${address}:${port}` : `${name} (${address}:${port})`),
  udp: ({ address, port }) => `${address}:${port} (UDP)`,
  icmp: ({ address }) => `${address} (ICMP)`,
  other: ({ address }) => `${address} (neither TCP, UDP nor ICMP)`,
  dns: ({ name }) => `the name ${name === '' ? '?' : name}`,
}
