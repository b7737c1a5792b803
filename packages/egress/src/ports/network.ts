import type { Server, Socket } from 'node:net'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'
import type { DnsResponse, Question } from '../dialect/dns-message.ts'

export interface Destination {
  /** IPv4, in the dotted form. */
  readonly address: string
  readonly port: number
}

/** A connection that was accepted. Nothing is read from it yet. */
export interface Arrival {
  /** IPv4, in the dotted form; empty when it has none. */
  readonly source: string
  /** Takes it on, paused. */
  open(): Socket
  /** Resets it instead. */
  refuse(): void
}

export interface HostNetwork {
  /** Accepts what waits at the socket, at most so many. */
  acceptWaiting(server: Server, countMax: number): readonly Arrival[]
  /** The destination of a redirected connection. Undefined when the kernel does not know it. */
  originalDestination(guest: Socket): Destination | undefined
  /** Returns a connected socket without idle timeout. Throws when connecting fails or the signal is aborted. */
  dial(destination: Destination, signal: AbortSignal): Promise<Socket>
  /** The same, also to an address of this node. Only for exempt destinations. */
  dialExempt(destination: Destination, signal: AbortSignal): Promise<Socket>
  /** Connects to the proxy of this node, which leads such connections to sandboxes only. Throws as `dial`. */
  dialSandboxUrl(place: Destination, signal: AbortSignal): Promise<Socket>
  /** Opens a tunnel through the proxy at the other end. Throws when it refuses. */
  passProxy(proxySocket: Socket, way: ProxiedWay, signal: AbortSignal): Promise<Socket>
  /** Whether it is an address of this node. */
  isOwnAddress(address: string): boolean
  /** Queries the node's resolvers in turn. Throws when none responds. */
  resolve(question: Question, signal: AbortSignal): Promise<DnsResponse>
}

/** How the URLs of this installation's sandboxes are recognised, and where they lead. */
export interface SandboxUrls {
  /** In lower case. */
  readonly domain: string
  /** An IPv4 address of this machine on which the proxy listens. */
  readonly proxyHost: string
  /** What the proxy speaks, by its ports. */
  readonly protocols: ReadonlyMap<number, 'http' | 'tls'>
}

export interface ProxiedWay {
  readonly proxy: EgressProxy
  /** A name, which the proxy resolves, or an IPv4 address. */
  readonly host: string
  readonly port: number
}
