/** Network slots, disks and the runtime of a simulated machine. */
import { ServiceError } from '@cay/core/errors.ts'
import type { ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import type {
  Container,
  Disks,
  NetworkSlot,
  NetworkSlots,
  PreallocatedSlot,
  Runtime,
} from '../ports/container.ts'
import type { GuestMemory } from './simulated-machine.ts'
import { SimulatedPart } from './simulated-part.ts'

/** The memory of a guest that no sandbox has used. */
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

  async attachVolumes(container: Container): Promise<void> {
    this.step('runtime.attachVolumes', () => {
      const guest = this.machine.guests.get(container.id)
      if (guest !== undefined) this.machine.guests.set(container.id, { ...guest, container })
    })
  }

  async checkpoint(container: Container, imageDirectory: string): Promise<void> {
    await this.machine.beforeStepWhileAlive('runtime.checkpoint', container)
    if (this.machine.lostFileServers.has(container.id))
      throw new ServiceError('conflict', 'the process that serves the volumes has ended')
    this.step('runtime.checkpoint', () => {
      const { memory } = this.machine.reach(container.slot.address)
      this.machine.images.set(imageDirectory, memory)
    })
  }

  async shieldDaemon(): Promise<void> {
    this.step('runtime.shieldDaemon', () => undefined)
  }

  isAlive(identity: ProcessIdentity): boolean {
    const { guests, killed } = this.machine
    return [...guests.values()].some(
      ({ process, container }) => process.pid === identity.pid && !killed.has(container.id),
    )
  }

  async hasFileServer(container: Container): Promise<boolean> {
    return !this.machine.lostFileServers.has(container.id)
  }

  async kill(container: Container): Promise<void> {
    const { frozen, killed } = this.machine
    if (frozen.has(container.id)) this.step('runtime.signal', () => killed.add(container.id))
    this.step('runtime.kill', () => this.machine.crash(container.id))
  }

  #begin(container: Container, memory: GuestMemory): ProcessIdentity {
    const process = { pid: this.machine.next(), startTicks: 1 }
    const activity = { processes: 0, requests: 0 }
    this.machine.guests.set(container.id, { container, process, memory, activity })
    return process
  }
}
