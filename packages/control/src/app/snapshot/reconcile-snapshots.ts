import { decideSnapshots } from '@cay/core/reconcile/decide-snapshots.ts'
import { findStored } from '../artifact/find-stored.ts'
import type { Deps } from '../deps.ts'

export type SnapshotReconcileDeps = Pick<
  Deps,
  'store' | 'orchestrator' | 'blobs' | 'clock' | 'heldSnapshots' | 'log'
>

/** Reconciles the recorded snapshots with those on the node. May run at any moment. */
export class SnapshotReconciler {
  readonly #deps: SnapshotReconcileDeps
  /** Since when the node has had a snapshot without a record, by id. Bounded by the number of snapshots on the node. */
  #untrackedSince = new Map<string, number>()

  constructor(deps: SnapshotReconcileDeps) {
    this.#deps = deps
  }

  /** Throws node_unavailable. */
  async reconcile(): Promise<void> {
    const { store, orchestrator, clock, heldSnapshots, log } = this.#deps
    const askedAtMs = clock.nowMs()
    const listed = await orchestrator.listSnapshots()
    // Read after the node's list, so that every listed snapshot is by now recorded or held.
    const recorded = await store.listSnapshotBuilds()
    const onNode = new Set(listed.map(({ snapshotId }) => snapshotId))
    const elsewhere = recorded.map(({ snapshotId }) => snapshotId).filter((id) => !onNode.has(id))
    const steps = decideSnapshots({
      recorded,
      // What the object store has is fetched when it is needed.
      onNode: new Set([...onNode, ...(await findStored(this.#deps, elsewhere))]),
      held: heldSnapshots,
      nowMs: clock.nowMs(),
      askedAtMs,
      untrackedSince: this.#untrackedSince,
    })
    await store.markSnapshotBuilds(true, steps.found)
    await store.markSnapshotBuilds(false, steps.missing)
    if (steps.missing.length > 0)
      log.warn(
        { event: 'reconcile.snapshot.missing', buildIDs: steps.missing },
        'the node lacks recorded snapshots',
      )
    this.#untrackedSince = new Map(
      steps.untracked.map((id) => [id, this.#untrackedSince.get(id) ?? askedAtMs]),
    )
    for (const snapshotId of steps.remove) {
      log.warn(
        { event: 'reconcile.snapshot.untracked', snapshotID: snapshotId },
        'deleting an untracked snapshot',
      )
      await orchestrator.deleteSnapshot(snapshotId)
    }
  }
}
