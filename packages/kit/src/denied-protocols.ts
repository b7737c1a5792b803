/** The protocol of a denial, as egress.proto has it. */
import { Protocol } from '@cay/contract/gen/egress/egress_pb.js'
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'

export const protocolMessages: Readonly<Record<DeniedProtocol, Protocol>> = {
  tcp: Protocol.TCP,
  udp: Protocol.UDP,
  icmp: Protocol.ICMP,
  other: Protocol.OTHER,
  dns: Protocol.DNS,
}

const protocols: Readonly<Record<Protocol, DeniedProtocol>> = {
  [Protocol.UNSPECIFIED]: 'other',
  [Protocol.TCP]: 'tcp',
  [Protocol.UDP]: 'udp',
  [Protocol.ICMP]: 'icmp',
  [Protocol.OTHER]: 'other',
  [Protocol.DNS]: 'dns',
}

/** One that a newer program has sent is another one. */
export function protocolOf(message: Protocol): DeniedProtocol {
  return protocols[message] ?? 'other'
}
