/** The egress gateway and the packet rules. */
import type { DeniedProtocol } from '@cay/core/egress/denials.ts'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { EgressLists } from '@cay/core/egress/lists.ts'

/** The egress gateway, which learns of sandboxes and their lists by watching. */
export interface EgressClient {
  /** Resets what the sandbox has open, and for so long what it opens anew; 0: what it opens anew is carried again. */
  resetConnections(sandboxId: string, refuseMs: number): Promise<void>
  /** Closes what the sandbox's current lists would not let out any more. An egress gateway that is away has nothing open. */
  closeDisallowed(sandboxId: string): Promise<void>
  /**
   * Waits until the egress gateway follows this generation of the sandbox. False when the egress gateway is away: it lets nothing out until it
   * does. Throws when it is there and has not heard of it within a few seconds.
   */
  awaitGeneration(sandboxId: string, generation: bigint): Promise<boolean>
  /** What was refused, as it happens. Ends or throws when the egress gateway goes away or falls silent. */
  watchDenials(signal: AbortSignal): AsyncIterable<EgressDenial>
  /** Packets that the packet rules have refused to the sandbox: it lists them among what it refused itself. */
  reportPackets(sandboxId: string, packets: readonly RefusedPackets[]): Promise<void>
}

/** An image pull as the egress gateway knows it: a source address that is let out, and what it may reach beside the internet. */
export interface Pull {
  readonly pullId: string
  readonly address: string
  readonly exempt: readonly ExemptDestination[]
}

/** Tells the egress gateway, which watches, of image pulls. */
export interface PullRegistry {
  /** What the gateway has to have heard of before the pull reaches anything. */
  beginPull(pull: Pull): { readonly generation: bigint }
  endPull(pull: Pull): void
}

/** Of one sandbox to one destination, since the last time. */
export interface RefusedPackets {
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  readonly address: string
  /** 0 where there are none. */
  readonly port: number
  readonly count: number
  /** Wherever they went: the sandbox has opened too many connections, or too fast. */
  readonly isOverShare: boolean
}

export interface EgressDenial {
  readonly sandboxId: string
  readonly atMs: number
  readonly protocol: DeniedProtocol
  /** Empty when a name was asked for. */
  readonly address: string
  readonly port: number
  /** Empty when none is known. */
  readonly name: string
  readonly rule: string
}

/** The part of the policies that the node's packet rules hold, by sandbox address. */
export interface PacketRules {
  /** What was refused since the last call, by the slots' names; what it does not know by now is lost. */
  takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>>
  /** In one step; nothing is done when neither the old lists nor the new ones say anything. */
  set(address: string, lists: EgressLists): Promise<void>
  /** Closes the sandbox's flows of packets to where the lists let none go: their answers are let in no more. */
  closeDisallowed(address: string, lists: EgressLists): Promise<void>
}
