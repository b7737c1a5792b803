/** The records of sandboxes on a simulated machine. */
import type { ContainerRecord, EndedSandbox, PausedSandbox, Records } from '../ports/record.ts'
import { SimulatedPart } from './simulated-part.ts'

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

  async writePausedEpoch(sandboxId: string, epoch: number): Promise<void> {
    this.step('records.writePausedEpoch', () => {
      const paused = this.machine.paused.get(sandboxId)
      if (paused !== undefined)
        this.machine.paused.set(sandboxId, { ...paused, claim: { ...paused.claim, epoch } })
    })
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
