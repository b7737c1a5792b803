/** The clock, the capacity, the templates and the cgroups of a simulated machine. */
import type { Cgroups } from '../ports/container.ts'
import type { Clock, Host, HostCapacity } from '../ports/host.ts'
import type { TemplateBuild, Templates } from '../ports/template.ts'
import { SimulatedPart } from './simulated-part.ts'

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
    this.step('cgroups.thaw', () => this.machine.thaw(containerId))
  }

  async memoryKills(containerId: string): Promise<number> {
    return this.machine.memoryKills.get(containerId) ?? 0
  }

  async remove(containerId: string): Promise<void> {
    this.step('cgroups.remove', () => this.machine.memoryKills.delete(containerId))
  }
}
