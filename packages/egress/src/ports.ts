import type { Socket } from 'node:net'
import type { DnsAnswer, Question } from './dialect/dns-message.ts'

export interface SandboxNews {
  readonly sandboxId: string
  readonly generation: bigint
  /** Undefined when the sandbox has ended. */
  readonly address: string | undefined
  readonly allowOut: readonly string[]
  readonly denyOut: readonly string[]
}

export type NodeEvent =
  | { readonly kind: 'snapshot'; readonly sandboxes: readonly SandboxNews[] }
  | { readonly kind: 'changed'; readonly sandbox: SandboxNews }

export interface Node {
  /** Where the node sends what leaves its sandboxes. Throws when it does not answer. */
  gateAddress(signal: AbortSignal): Promise<Destination>
  /** The whole list first, then each change. Ends or throws when the connection does, or when the node falls silent. */
  watch(signal: AbortSignal): AsyncIterable<NodeEvent>
}

export interface Destination {
  /** IPv4, in the dotted form. */
  readonly address: string
  readonly port: number
}

export interface Outside {
  /** Where a redirected connection was going. Undefined when that cannot be told: then it goes nowhere. */
  originalDestination(guest: Socket): Destination | undefined
  /** Connected, without idle bound. Throws when it cannot be, and when the signal is aborted. */
  dial(destination: Destination, signal: AbortSignal): Promise<Socket>
  /** Whether it is an address of this node. */
  isOwnAddress(address: string): boolean
  /** Asks the node's resolvers in turn. Throws when none answers. */
  resolve(question: Question, signal: AbortSignal): Promise<DnsAnswer>
}
