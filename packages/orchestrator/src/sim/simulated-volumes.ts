/** Volumes of the simulated machine: which of them are attached, and which were flushed. */
import type { HeldDevice, SharedVolumes } from '../ports/volume.ts'
import type { SimulatedMachine } from './simulated-machine.ts'

export class SimulatedVolumes implements SharedVolumes {
  readonly #machine: SimulatedMachine

  constructor(machine: SimulatedMachine) {
    this.#machine = machine
  }

  async create(): Promise<void> {
    // It has no content.
  }

  async roomBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  async setBrake(): Promise<void> {
    // It has no disk.
  }

  async remove(volumeId: string): Promise<void> {
    this.#machine.attachedVolumes.delete(volumeId)
  }

  async usage() {
    return { totalBytes: 0, usedBytes: 0, totalFiles: 0, usedFiles: 0 }
  }

  async open(volumeId: string): Promise<string> {
    this.#machine.attachedVolumes.add(volumeId)
    return `/volumes/${volumeId}`
  }

  async holdDevice(volumeId: string): Promise<HeldDevice> {
    return { path: await this.open(volumeId), close: async () => undefined }
  }

  async flush(volumeId: string): Promise<void> {
    this.#machine.flushedVolumes.push(volumeId)
  }

  async attach(volumeId: string): Promise<void> {
    await this.open(volumeId)
  }

  async detach(volumeId: string): Promise<void> {
    this.#machine.attachedVolumes.delete(volumeId)
  }

  async attached(): Promise<string[]> {
    return [...this.#machine.attachedVolumes]
  }
}
