/** The daemons of the guests of a simulated machine. */
import { abortable } from '@cay/kit/flow/abortable.ts'
import {
  type Daemon,
  type ExportOptions,
  type GuestActivity,
  type GuestIdentity,
  type StoppedProcesses,
  UnresponsiveGuestError,
} from '../ports/guest.ts'
import { SimulatedPart } from './simulated-part.ts'

export class SimulatedDaemon extends SimulatedPart implements Daemon {
  async waitReady(address: string): Promise<void> {
    this.step('daemon.waitReady', () => {
      this.machine.reach(address)
      if (this.machine.unresponsiveGuests === 0) return
      this.machine.unresponsiveGuests -= 1
      throw new UnresponsiveGuestError('envd did not respond')
    })
  }

  async init(address: string, identity: GuestIdentity, current?: string): Promise<string> {
    return this.step('daemon.init', () => {
      const guest = this.machine.reach(address)
      const before = guest.memory.identity
      if (before !== undefined && before.controlToken !== current) throw new Error('wrong control token')
      guest.memory = { ...guest.memory, identity }
      return identity.controlToken
    })
  }

  async exportChanges({ address, file, signal }: ExportOptions): Promise<StoppedProcesses> {
    const before = this.machine.beforeStep('daemon.exportChanges', address)
    await (signal === undefined ? before : abortable(before, signal))
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
