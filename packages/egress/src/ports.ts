import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { HeaderRule } from '@cay/core/egress/header-rules.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'
import type { DnsAnswer, Question } from './dialect/dns-message.ts'

export interface SandboxUpdate {
  readonly sandboxId: string
  readonly generation: bigint
  /** `suspended`: it does not speak now, and goes on or comes back later: captured, paused, on its way back. */
  readonly phase: 'running' | 'suspended' | 'ended'
  /** Empty when it has none; one that runs has one. */
  readonly address: string
  readonly lists: EgressLists
  /** Absent for sandboxes: only the node's own image pulls have some. */
  readonly exempt?: readonly ExemptDestination[]
}

export type NodeEvent =
  | { readonly kind: 'snapshot'; readonly sandboxes: readonly SandboxUpdate[] }
  | { readonly kind: 'changed'; readonly sandbox: SandboxUpdate }

export interface OrchestratorClient {
  /** Where the node sends what leaves its sandboxes. Throws when it does not answer. */
  gatewayAddress(signal: AbortSignal): Promise<Destination>
  /** The whole list first, then each change. Ends or throws when the connection does, or when the node falls silent. */
  watch(signal: AbortSignal): AsyncIterable<NodeEvent>
}

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

/** Both ends of an intercepted TLS connection. Each throws when the handshake fails, or the signal is aborted. */
export interface Tls {
  /** Speaks to the server of that name, and makes sure that it is. */
  connect(remote: Socket, options: TlsClientOptions, signal: AbortSignal): Promise<TLSSocket>
  /** Answers the client as the server of that name, with a certificate of the installation. */
  accept(guest: Socket, options: TlsServerOptions, signal: AbortSignal): Promise<TLSSocket>
}

export interface TlsClientOptions {
  readonly name: string
  /** What to offer to speak inside. */
  readonly protocols: readonly string[]
}

export interface TlsServerOptions {
  readonly name: string
  /** What to speak inside; undefined leaves it open. */
  readonly protocol: string | undefined
}

/** What a policy holds sealed. */
export interface OpenedRules {
  readonly rules: readonly HeaderRule[]
  readonly proxy: EgressProxy | undefined
}

export interface ValueNames {
  /** Names or ids. */
  readonly secrets: readonly string[]
  readonly tokens: readonly string[]
}

export type ResolvedValue =
  | { readonly value: string; readonly goodUntilMs: number | undefined }
  /** For people: why there is none. */
  | { readonly missing: string }

/** Where control keeps what nobody else may read. Every call throws when it does not answer. */
export interface Vault {
  openRules(sandboxId: string, sealed: string): Promise<OpenedRules>
  /** In the order they were asked for. */
  resolveValues(sandboxId: string, names: ValueNames): Promise<ResolvedValues>
}

export interface ResolvedValues {
  readonly secrets: readonly ResolvedValue[]
  readonly tokens: readonly ResolvedValue[]
}
