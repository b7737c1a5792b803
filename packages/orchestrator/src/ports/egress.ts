/** The egress gateway and the packet rules. */
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'

/** Calls of the egress gateway, which follows the sandboxes and their policies by a watch. */
export interface EgressClient {
  /** Resets the open connections of the sandbox, and refuses new ones for so many milliseconds; 0 admits them again. */
  resetConnections(sandboxId: string, refuseMs: number): Promise<void>
  /** Closes connections that the sandbox's current policy denies. A gateway that is down has none. */
  closeDisallowed(sandboxId: string): Promise<void>
  /**
   * Resolves when the gateway follows this generation of the sandbox. False when the gateway is down: it lets nothing out
   * until it follows. Throws when it is up and does not follow within a few seconds.
   */
  awaitGeneration(sandboxId: string, generation: bigint): Promise<boolean>
  /** Denials as they happen. Ends or throws when the gateway stops or sends nothing any more. */
  watchDenials(signal: AbortSignal): AsyncIterable<EgressDenial>
  /** Reports packets that the packet rules refused; the gateway lists them among its own denials. */
  reportPackets(sandboxId: string, packets: readonly RefusedPackets[]): Promise<void>
}

/** An image pull as the egress gateway knows it: its source address, and what it may reach besides the internet. */
export interface Pull {
  readonly pullId: string
  readonly address: string
  readonly exempt: readonly ExemptDestination[]
}

/** Publishes image pulls to the watch of the egress gateway. */
export interface PullRegistry {
  /** Resolves with the generation that the gateway must follow before the pull can reach anything. */
  beginPull(pull: Pull): { readonly generation: bigint }
  endPull(pull: Pull): void
}

/** Packets of one sandbox to one destination, since the last report. */
export interface RefusedPackets {
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  readonly address: string
  /** 0 for protocols without ports. */
  readonly port: number
  readonly count: number
  /** Refused because the sandbox opened too many connections, or too fast, whatever the destination. */
  readonly isOverShare: boolean
}

export interface EgressDenial {
  readonly sandboxId: string
  readonly atMs: number
  readonly protocol: DeniedProtocol
  /** Empty for a DNS query. */
  readonly address: string
  readonly port: number
  /** Empty when unknown. */
  readonly name: string
  readonly rule: string
}

/** The packet rules of the node, which hold a part of the policies by sandbox address. */
export interface PacketRules {
  /** Packets refused since the last call, by the names of the slots. What is not known by now is lost. */
  takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>>
  /** Replaces the lists in one transaction. Does nothing when the old and the new lists are empty. */
  set(address: string, lists: EgressLists): Promise<void>
  /** Closes the sandbox's packet flows that the lists deny: their responses are not admitted any more. */
  closeDisallowed(address: string, lists: EgressLists): Promise<void>
}
