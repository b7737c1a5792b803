/**
 * A machine that exists only in memory: the same ports, a list of what is on it, and faults on demand. What the node
 * leaves behind here it would leave behind on a real one.
 */
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type {
  Berth,
  Cgroups,
  Clock,
  Connections,
  Container,
  ContainerRecord,
  Daemon,
  Disks,
  EgressLists,
  EndedSandbox,
  Gate,
  GuestActivity,
  GuestIdentity,
  Host,
  HostRoom,
  NetworkSlot,
  NetworkSlots,
  PacketRules,
  Records,
  Runtime,
  TemplateBuild,
  Templates,
} from '../ports.ts'

/** Steps at which a fault can be injected, in the order a create meets them. */
export const faultPoints = [
  'slots.acquire',
  'records.open',
  'records.write',
  'disks.attach',
  'runtime.restore',
  'runtime.shieldDaemon',
  'daemon.waitReady',
  'packetRules.set',
  'daemon.init',
] as const
export type FaultPoint =
  | (typeof faultPoints)[number]
  | 'gate.heardOf'
  | 'runtime.kill'
  | 'slots.release'
  | 'daemon.idle'
  | 'cgroups.freeze'
  | 'cgroups.thaw'
  | 'records.writeEnded'

interface Guest {
  readonly container: Container
  readonly process: ProcessIdentity
  /** Processes of users, and calls that are being answered. */
  activity: GuestActivity
  identity?: GuestIdentity
}

export class SimulatedMachine {
  nowMs = 1_700_000_000_000
  readonly slotsInUse = new Set<number>()
  readonly disks = new Set<string>()
  readonly guests = new Map<string, Guest>()
  /** Containers whose guests stand still and answer nobody. */
  readonly frozen = new Set<string>()
  readonly records = new Map<string, ContainerRecord>()
  /** Addresses that a connection is open to. */
  readonly connected = new Set<string>()
  /** By address; only sandboxes with lists of their own. */
  readonly packetRules = new Map<string, EgressLists>()
  /** The newest generation of each sandbox that somebody waited for. */
  readonly gateHeard = new Map<string, bigint>()
  readonly ended = new Map<string, EndedSandbox>()
  readonly builds: TemplateBuild[] = []
  hostRoom: HostRoom = { memoryAvailableMb: 16_384, diskAvailableMb: 100_000 }
  #faults: { point: FaultPoint; skip: number }[] = []
  #counter = 0

  /** The next passage of the point throws; `skip` passages pass first. */
  failAt(point: FaultPoint, skip = 0): void {
    this.#faults.push({ point, skip })
  }

  /** Everything that belongs to a container, by kind; all empty on a clean machine. */
  leftovers() {
    return {
      slots: [...this.slotsInUse],
      disks: [...this.disks],
      processes: [...this.guests.keys()],
      records: [...this.records.keys()],
      packetRules: [...this.packetRules.keys()],
    }
  }

  guestAt(address: string): Guest | undefined {
    return [...this.guests.values()].find((guest) => guest.container.slot.address === address)
  }

  /** The guest that a call from the node reaches. */
  reach(address: string): Guest {
    const guest = this.guestAt(address)
    if (guest === undefined) throw new Error('nobody answers')
    if (this.frozen.has(guest.container.id)) throw new Error('who is frozen does not answer')
    return guest
  }

  /** The sandbox's processes end by themselves. */
  crash(containerId: string): void {
    this.guests.delete(containerId)
    this.frozen.delete(containerId)
  }

  pass(point: FaultPoint): void {
    const index = this.#faults.findIndex((fault) => fault.point === point)
    const fault = this.#faults[index]
    if (fault === undefined) return
    if (fault.skip > 0) fault.skip -= 1
    else {
      this.#faults.splice(index, 1)
      throw new Error(`injected fault at ${point}`)
    }
  }

  next(): number {
    this.#counter += 1
    return this.#counter
  }
}

export class SimulatedSlots implements NetworkSlots {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async acquire(): Promise<NetworkSlot> {
    this.#machine.pass('slots.acquire')
    let index = 0
    while (this.#machine.slotsInUse.has(index)) index++
    this.#machine.slotsInUse.add(index)
    const netns = `sim-${index}`
    return {
      index,
      netns,
      netnsPath: `/${netns}`,
      mountNamespacePath: `/m/${netns}`,
      address: `198.18.0.${index}`,
    }
  }

  async release(slot: NetworkSlot): Promise<void> {
    this.#machine.pass('slots.release')
    this.#machine.slotsInUse.delete(slot.index)
  }
}

export class SimulatedDisks implements Disks {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async attach(berth: Berth): Promise<void> {
    this.#machine.disks.add(berth.id)
    this.#machine.pass('disks.attach')
  }

  async detach(berth: Berth): Promise<void> {
    this.#machine.disks.delete(berth.id)
  }
}

export class SimulatedRuntime implements Runtime {
  readonly flags = ['--simulated']
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async version(): Promise<string> {
    return 'simulated 1'
  }

  async boot(container: Container): Promise<ProcessIdentity> {
    const process = { pid: this.#machine.next(), startTicks: 1 }
    this.#machine.guests.set(container.id, { container, process, activity: { processes: 0, requests: 0 } })
    return process
  }

  async restore(container: Container): Promise<ProcessIdentity> {
    const process = await this.boot(container)
    this.#machine.pass('runtime.restore')
    return process
  }

  async checkpoint(): Promise<void> {
    this.#machine.next()
  }

  async shieldDaemon(): Promise<void> {
    this.#machine.pass('runtime.shieldDaemon')
  }

  isAlive(identity: ProcessIdentity): boolean {
    return [...this.#machine.guests.values()].some((guest) => guest.process.pid === identity.pid)
  }

  async kill(container: Container): Promise<void> {
    this.#machine.pass('runtime.kill')
    this.#machine.guests.delete(container.id)
    this.#machine.frozen.delete(container.id)
  }
}

export class SimulatedDaemon implements Daemon {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async waitReady(address: string): Promise<void> {
    this.#machine.pass('daemon.waitReady')
    this.#machine.reach(address)
  }

  async init(address: string, identity: GuestIdentity, current?: string): Promise<void> {
    this.#machine.pass('daemon.init')
    const guest = this.#machine.reach(address)
    if (guest.identity !== undefined && guest.identity.controlToken !== current)
      throw new Error('wrong control token')
    guest.identity = identity
  }

  async idle(address: string, controlToken: string | undefined): Promise<GuestActivity> {
    this.#machine.pass('daemon.idle')
    const guest = this.#machine.reach(address)
    if (guest.identity?.controlToken !== controlToken) throw new Error('wrong control token')
    return guest.activity
  }
}

export class SimulatedConnections implements Connections {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async addresses(): Promise<ReadonlySet<string>> {
    return new Set(this.#machine.connected)
  }
}

export class SimulatedGate implements Gate {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async heardOf(sandboxId: string, generation: bigint): Promise<void> {
    this.#machine.pass('gate.heardOf')
    this.#machine.gateHeard.set(sandboxId, generation)
  }
}

export class SimulatedPacketRules implements PacketRules {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async set(address: string, lists: EgressLists): Promise<void> {
    this.#machine.pass('packetRules.set')
    const isEmpty = lists.allowOut.length === 0 && lists.denyOut.length === 0
    if (isEmpty) this.#machine.packetRules.delete(address)
    else this.#machine.packetRules.set(address, lists)
  }
}

export class SimulatedRecords implements Records {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async open(): Promise<void> {
    this.#machine.pass('records.open')
  }

  async write(record: ContainerRecord): Promise<void> {
    this.#machine.pass('records.write')
    this.#machine.records.set(record.container.id, record)
  }

  async remove(containerId: string): Promise<void> {
    this.#machine.records.delete(containerId)
  }

  async list() {
    return { records: [...this.#machine.records.values()], unreadable: [] }
  }

  async writeEnded(ended: EndedSandbox): Promise<void> {
    this.#machine.pass('records.writeEnded')
    this.#machine.ended.set(ended.claim.sandboxId, ended)
  }

  async removeEnded(sandboxId: string): Promise<void> {
    this.#machine.ended.delete(sandboxId)
  }

  async listEnded(): Promise<EndedSandbox[]> {
    return [...this.#machine.ended.values()]
  }
}

export class SimulatedHost implements Host, Clock, Templates, Cgroups {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async room(): Promise<HostRoom> {
    return this.#machine.hostRoom
  }

  randomHex(bytes: number): string {
    return this.#machine
      .next()
      .toString(16)
      .padStart(bytes * 2, '0')
  }

  nowMs(): number {
    return this.#machine.nowMs
  }

  async list(): Promise<TemplateBuild[]> {
    return [...this.#machine.builds]
  }

  async processes(): Promise<number[]> {
    return []
  }

  async freeze(containerId: string): Promise<void> {
    this.#machine.pass('cgroups.freeze')
    if (!this.#machine.guests.has(containerId)) throw new Error(`${containerId} has no processes`)
    this.#machine.frozen.add(containerId)
  }

  async thaw(containerId: string): Promise<void> {
    this.#machine.pass('cgroups.thaw')
    this.#machine.frozen.delete(containerId)
  }

  async remove(): Promise<void> {
    this.#machine.next()
  }
}
