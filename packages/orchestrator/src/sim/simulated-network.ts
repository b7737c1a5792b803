/** Connections, the egress gateway and the packet rules of a simulated machine. */
import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Connections } from '../ports/container.ts'
import type { EgressClient, EgressDenial, PacketRules, RefusedPackets } from '../ports/egress.ts'
import { SimulatedPart } from './simulated-part.ts'

export class SimulatedConnections extends SimulatedPart implements Connections {
  async addresses(): Promise<ReadonlySet<string>> {
    return new Set(this.machine.connected)
  }

  async reset(address: string): Promise<void> {
    this.step('connections.reset', () => this.machine.connected.delete(address))
  }
}

export class SimulatedEgressClient extends SimulatedPart implements EgressClient {
  async resetConnections(): Promise<void> {
    this.step('egressClient.resetConnections', () => undefined)
  }

  /** Nothing is refused here. */
  async *watchDenials(): AsyncIterable<EgressDenial> {
    yield* []
  }

  async reportPackets(): Promise<void> {
    // Nothing is refused here.
  }

  async closeDisallowed(sandboxId: string): Promise<void> {
    this.step('egressClient.closeDisallowed', () => this.machine.gatewayClosed.push(sandboxId))
  }

  async awaitGeneration(sandboxId: string, generation: bigint): Promise<boolean> {
    if (this.machine.isGatewayDown) return false
    this.step('egressClient.awaitGeneration', () =>
      this.machine.gatewayGenerations.set(sandboxId, generation),
    )
    return true
  }
}

export class SimulatedPacketRules extends SimulatedPart implements PacketRules {
  async takeRefused(): Promise<ReadonlyMap<string, readonly RefusedPackets[]>> {
    return new Map()
  }

  async set(address: string, lists: EgressLists): Promise<void> {
    const isEmpty = lists.allowOut.length === 0 && lists.denyOut.length === 0
    this.step('packetRules.set', () => {
      if (isEmpty) this.machine.packetRules.delete(address)
      else this.machine.packetRules.set(address, lists)
    })
  }

  async closeDisallowed(address: string, lists: EgressLists): Promise<void> {
    this.step('packetRules.closeDisallowed', () => this.machine.flowsClosed.push({ address, lists }))
  }
}
