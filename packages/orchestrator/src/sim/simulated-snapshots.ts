import { ServiceError } from '@cay/core/errors.ts'
import type { ListedSnapshot, Snapshot, SnapshotDraft, SnapshotFacts, Snapshots } from '../ports/snapshot.ts'
import { SimulatedPart } from './simulated-part.ts'

export class SimulatedSnapshots extends SimulatedPart implements Snapshots {
  async begin(snapshotId: string): Promise<SnapshotDraft> {
    return this.step('snapshots.begin', () => {
      this.machine.drafts.add(snapshotId)
      return placesOf(snapshotId)
    })
  }

  async publish(facts: SnapshotFacts, rootfs: string): Promise<Snapshot> {
    const { snapshotId } = facts
    return this.step('snapshots.publish', () => {
      if (!this.machine.drafts.delete(snapshotId)) throw new Error('there is nothing to publish')
      const snapshot = { ...facts, rootfs, ...placesOf(snapshotId), diskBytes: 17_000_000 }
      this.machine.snapshots.set(snapshotId, snapshot)
      return snapshot
    })
  }

  async upload(): Promise<boolean> {
    return false
  }

  async fetchAhead(snapshotId: string): Promise<string | undefined> {
    return this.machine.arriving.has(snapshotId) ? this.machine.snapshots.get(snapshotId)?.rootfs : undefined
  }

  async has(snapshotId: string): Promise<boolean> {
    return this.machine.snapshots.has(snapshotId)
  }

  async open(snapshotId: string, { filesOnly = false } = {}): Promise<Snapshot> {
    await this.machine.beforeStep('snapshots.open', snapshotId)
    if (this.machine.unrestorable.has(snapshotId) && !filesOnly)
      throw new ServiceError('precondition_failed', 'its memory was written by another runtime')
    return this.step('snapshots.open', () => {
      const snapshot = this.machine.snapshots.get(snapshotId)
      if (snapshot === undefined) throw new ServiceError('snapshot_damaged', 'it has no readable manifest')
      return snapshot
    })
  }

  async remove(snapshotId: string): Promise<void> {
    this.step('snapshots.remove', () => {
      this.machine.drafts.delete(snapshotId)
      this.machine.snapshots.delete(snapshotId)
      for (const place of Object.values(placesOf(snapshotId))) this.machine.images.delete(place)
    })
  }

  async list(): Promise<ListedSnapshot[]> {
    return [...this.machine.snapshots.values()]
  }
}

function placesOf(snapshotId: string): SnapshotDraft {
  const directory = `/snapshots/${snapshotId}`
  return { checkpoint: `${directory}/checkpoint`, files: `${directory}/files.tar` }
}
