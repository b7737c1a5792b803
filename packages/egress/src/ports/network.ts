import type { Socket } from 'node:net'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'
import type { DnsAnswer, Question } from '../dialect/dns-message.ts'

export interface Destination {
  /** IPv4, in the dotted form. */
  readonly address: string
  readonly port: number
}

export interface HostNetwork {
  /** Where a redirected connection was going. Undefined when that cannot be told: then it goes nowhere. */
  originalDestination(guest: Socket): Destination | undefined
  /** Connected, without idle bound. Throws when it cannot be, and when the signal is aborted. */
  dial(destination: Destination, signal: AbortSignal): Promise<Socket>
  /** The same, also to an address of this node. Only for destinations that the operator named. */
  dialExempt(destination: Destination, signal: AbortSignal): Promise<Socket>
  /** Has the proxy at the other end open a way. Throws when it does not. */
  passProxy(proxySocket: Socket, way: ProxiedWay, signal: AbortSignal): Promise<Socket>
  /** Whether it is an address of this node. */
  isOwnAddress(address: string): boolean
  /** Asks the node's resolvers in turn. Throws when none answers. */
  resolve(question: Question, signal: AbortSignal): Promise<DnsAnswer>
}

export interface ProxiedWay {
  readonly proxy: EgressProxy
  /** A name, which the proxy resolves, or an IPv4 address. */
  readonly host: string
  readonly port: number
}
