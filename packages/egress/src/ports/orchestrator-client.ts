import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Destination } from './network.ts'

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
