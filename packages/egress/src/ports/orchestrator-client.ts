import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Destination } from './network.ts'

export interface SandboxUpdate {
  readonly sandboxId: string
  /** Absent: the node was not told. */
  readonly teamId?: string
  readonly generation: bigint
  /** `suspended`: being captured or paused. `paused`: until it is resumed, none of its processes runs. */
  readonly phase: 'running' | 'suspended' | 'paused' | 'ended'
  /** Empty unless the sandbox has a container. */
  readonly address: string
  readonly lists: EgressLists
  /** Absent for sandboxes; only image pulls of the node have some. */
  readonly exempt?: readonly ExemptDestination[]
}

export type NodeEvent =
  | { readonly kind: 'snapshot'; readonly sandboxes: readonly SandboxUpdate[] }
  | { readonly kind: 'changed'; readonly sandbox: SandboxUpdate }

export interface OrchestratorClient {
  /** The address to which packet rules redirect outbound traffic. Throws when the orchestrator does not respond. */
  gatewayAddress(signal: AbortSignal): Promise<Destination>
  /** The whole list first, then each change. Ends or throws with the connection, or when keepalives stop. */
  watch(signal: AbortSignal): AsyncIterable<NodeEvent>
}
