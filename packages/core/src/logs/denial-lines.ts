/** What a sandbox's log says of something that the egress gateway denied it. */
import type { DeniedProtocol } from '../egress/denials.ts'
import type { LogText } from './entry.ts'

export interface RefusedFlow {
  readonly protocol: DeniedProtocol
  /** Empty when a name was asked for. */
  readonly address: string
  readonly port: number
  /** Empty when none is known. */
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

type Place = Pick<RefusedFlow, 'address' | 'port' | 'name'>

const places: Readonly<Record<DeniedProtocol, (place: Place) => string>> = {
  tcp: ({ address, port, name }) => (name === '' ? `${address}:${port}` : `${name} (${address}:${port})`),
  udp: ({ address, port }) => `${address}:${port} (UDP)`,
  icmp: ({ address }) => `${address} (ICMP)`,
  other: ({ address }) => `${address} (neither TCP, UDP nor ICMP)`,
  dns: ({ name }) => `the name ${name === '' ? '?' : name}`,
}
