/** The ports of a node on a machine that exists only in memory. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type {
  Cgroups,
  Connections,
  Container,
  Disks,
  NetworkSlot,
  NetworkSlots,
  PreallocatedSlot,
  Runtime,
} from '../ports/container.ts'
import type { EgressClient, EgressDenial, PacketRules, RefusedPackets } from '../ports/egress.ts'
import {
  type Daemon,
  type ExportOptions,
  type GuestActivity,
  type GuestIdentity,
  type StoppedProcesses,
  UnresponsiveGuestError,
} from '../ports/guest.ts'
import type { Clock, Host, HostCapacity } from '../ports/host.ts'
import type { ContainerRecord, EndedSandbox, PausedSandbox, Records } from '../ports/record.ts'
import type { TemplateBuild, Templates } from '../ports/template.ts'
import type { FaultPoint, GuestMemory, SimulatedMachine } from './simulated-machine.ts'

/** One run of a node on a machine: what is killed reaches the machine no more. */
export interface NodeRun {
  readonly machine: SimulatedMachine
  readonly number: number
}

export class SimulatedPart {
  protected readonly machine: SimulatedMachine
  readonly #run: number

  constructor({ machine, number }: NodeRun) {
    this.machine = machine
    this.#run = number
  }

  /** For a part that undoes what it has done when it fails. */
  protected enter(point: FaultPoint): void {
    this.machine.pass({ point, time: 'before' }, this.#run)
  }

  protected step<T>(point: FaultPoint, effect: () => T): T {
    this.enter(point)
    const result = effect()
    this.machine.pass({ point, time: 'after' }, this.#run)
    return result
  }
}

/** A guest in which nobody has been. */
const nobody: GuestMemory = { work: [], files: [] }

export class SimulatedSlots extends SimulatedPart implements NetworkSlots {
  async acquire(): Promise<NetworkSlot> {
    this.enter('slots.acquire')
    let index = 0
    while (this.machine.slotsInUse.has(index)) index++
    this.machine.slotsInUse.add(index)
    const netns = `sim-${index}`
    const mountNamespacePath = `/m/${netns}`
    const address = this.machine.nextAddresses.shift() ?? `198.18.${index >> 8}.${index & 255}`
    return { index, netns, netnsPath: `/${netns}`, mountNamespacePath, address }
  }

  async release(slot: NetworkSlot): Promise<void> {
    this.step('slots.release', () => this.machine.slotsInUse.delete(slot.index))
  }
}

export class SimulatedDisks extends SimulatedPart implements Disks {
  async attach(preallocated: PreallocatedSlot): Promise<void> {
    this.step('disks.attach', () => this.machine.disks.add(preallocated.id))
  }

  async detach(preallocated: PreallocatedSlot): Promise<void> {
    this.step('disks.detach', () => this.machine.disks.delete(preallocated.id))
  }

  async identifyRootfs(source: string): Promise<string> {
    return this.machine.rootfsNames.get(source) ?? source
  }

  async linkRootfs(source: string, container: Container): Promise<void> {
    const file = await this.identifyRootfs(source)
    this.step('disks.linkRootfs', () => this.machine.rootfsNames.set(container.rootfs, file))
  }
}

export class SimulatedRuntime extends SimulatedPart implements Runtime {
  readonly flags = ['--simulated']

  async version(): Promise<string> {
    return 'simulated 1'
  }

  async boot(container: Container): Promise<ProcessIdentity> {
    return this.step('runtime.boot', () => this.#begin(container, nobody))
  }

  async create(container: Container): Promise<ProcessIdentity> {
    return this.step('runtime.create', () => this.#begin(container, nobody))
  }

  async restore(container: Container, imageDirectory: string): Promise<ProcessIdentity> {
    const image = this.machine.images.get(imageDirectory)
    return this.step('runtime.restore', () => this.#begin(container, image ?? nobody))
  }

  async checkpoint(container: Container, imageDirectory: string): Promise<void> {
    await this.machine.beforeStep('runtime.checkpoint', container.slot.address)
    this.step('runtime.checkpoint', () => {
      const { memory } = this.machine.reach(container.slot.address)
      this.machine.images.set(imageDirectory, memory)
    })
  }

  async shieldDaemon(): Promise<void> {
    this.step('runtime.shieldDaemon', () => undefined)
  }

  isAlive(identity: ProcessIdentity): boolean {
    return [...this.machine.guests.values()].some((guest) => guest.process.pid === identity.pid)
  }

  async kill(container: Container): Promise<void> {
    this.step('runtime.kill', () => this.machine.crash(container.id))
  }

  #begin(container: Container, memory: GuestMemory): ProcessIdentity {
    const process = { pid: this.machine.next(), startTicks: 1 }
    const activity = { processes: 0, requests: 0 }
    this.machine.guests.set(container.id, { container, process, memory, activity })
    return process
  }
}

export class SimulatedDaemon extends SimulatedPart implements Daemon {
  async waitReady(address: string): Promise<void> {
    this.step('daemon.waitReady', () => {
      this.machine.reach(address)
      if (this.machine.unresponsiveGuests === 0) return
      this.machine.unresponsiveGuests -= 1
      throw new UnresponsiveGuestError('envd did not respond')
    })
  }

  async init(address: string, identity: GuestIdentity, current?: string): Promise<void> {
    this.step('daemon.init', () => {
      const guest = this.machine.reach(address)
      const before = guest.memory.identity
      if (before !== undefined && before.controlToken !== current) throw new Error('wrong control token')
      guest.memory = { ...guest.memory, identity }
    })
  }

  async exportChanges({ address, file }: ExportOptions): Promise<StoppedProcesses> {
    await this.machine.beforeStep('daemon.exportChanges', address)
    return this.step('daemon.exportChanges', () => {
      const { files } = this.machine.reach(address).memory
      this.machine.images.set(file, { work: [], files })
      return { continueProcesses: () => undefined }
    })
  }

  async importChanges(address: string, file: string): Promise<void> {
    this.step('daemon.importChanges', () => {
      const guest = this.machine.reach(address)
      guest.memory = { ...guest.memory, files: this.machine.images.get(file)?.files ?? [] }
    })
  }

  async warmUp(address: string): Promise<void> {
    this.step('daemon.warmUp', () => this.machine.reach(address))
  }

  async trimMemory(address: string): Promise<void> {
    this.step('daemon.trimMemory', () => this.machine.reach(address))
  }

  async idle(address: string, controlToken: string | undefined): Promise<GuestActivity> {
    return this.step('daemon.idle', () => {
      const { memory, activity } = this.machine.reach(address)
      if (memory.identity?.controlToken !== controlToken) throw new Error('wrong control token')
      return activity
    })
  }
}

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

export class SimulatedRecords extends SimulatedPart implements Records {
  async open(): Promise<void> {
    this.step('records.open', () => undefined)
  }

  async write(record: ContainerRecord): Promise<void> {
    this.step('records.write', () => this.machine.records.set(record.container.id, record))
  }

  async remove(containerId: string): Promise<void> {
    this.step('records.remove', () => this.machine.records.delete(containerId))
  }

  async list() {
    return { records: [...this.machine.records.values()], unreadable: [] }
  }

  async writeEnded(ended: EndedSandbox): Promise<void> {
    if (ended.reason === 'killed') await this.machine.beforeStep('records.writeEnded', ended.claim.sandboxId)
    this.step('records.writeEnded', () => this.machine.ended.set(ended.claim.sandboxId, ended))
  }

  async removeEnded(sandboxId: string): Promise<void> {
    this.step('records.removeEnded', () => this.machine.ended.delete(sandboxId))
  }

  async listEnded(): Promise<EndedSandbox[]> {
    return [...this.machine.ended.values()]
  }

  async writePaused(paused: PausedSandbox): Promise<void> {
    this.step('records.writePaused', () => this.machine.paused.set(paused.claim.sandboxId, paused))
  }

  async removePaused(sandboxId: string): Promise<void> {
    this.step('records.removePaused', () => this.machine.paused.delete(sandboxId))
  }

  async listPaused() {
    return { paused: [...this.machine.paused.values()], unreadable: [] }
  }

  async settlePaused(): Promise<void> {
    this.step('records.settlePaused', () => undefined)
  }
}

export class SimulatedHost extends SimulatedPart implements Host, Clock, Templates, Cgroups {
  async room(): Promise<HostCapacity> {
    return this.machine.hostCapacity
  }

  randomHex(bytes: number): string {
    const number = this.machine.next()
    return number.toString(16).padStart(bytes * 2, '0')
  }

  nowMs(): number {
    return this.machine.nowMs
  }

  async list(): Promise<TemplateBuild[]> {
    return [...this.machine.builds]
  }

  async processes(): Promise<number[]> {
    return []
  }

  async freeze(containerId: string): Promise<void> {
    this.step('cgroups.freeze', () => {
      if (!this.machine.guests.has(containerId)) throw new Error(`${containerId} has no processes`)
      this.machine.frozen.add(containerId)
    })
  }

  async thaw(containerId: string): Promise<void> {
    this.step('cgroups.thaw', () => this.machine.frozen.delete(containerId))
  }

  async memoryKills(containerId: string): Promise<number> {
    return this.machine.memoryKills.get(containerId) ?? 0
  }

  async remove(containerId: string): Promise<void> {
    this.step('cgroups.remove', () => this.machine.memoryKills.delete(containerId))
  }
}
