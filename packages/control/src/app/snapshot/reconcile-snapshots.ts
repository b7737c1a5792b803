import { decideSnapshots } from '@cay/core/reconcile/decide-snapshots.ts'
import { findStored } from '../artifact/find-stored.ts'
import { attempt } from '../attempt.ts'
import type { Deps } from '../deps.ts'

export type SnapshotReconcileDeps = Pick<
  Deps,
  'store' | 'nodeRegistry' | 'blobs' | 'clock' | 'heldSnapshots' | 'log'
>

/** Reconciles the recorded snapshots of a node with those on it. May run at any moment. */
export class SnapshotReconciler {
  readonly #deps: SnapshotReconcileDeps
  readonly #nodeId: string
  /** Since when the node has had a snapshot without a record, by id. Bounded by the number of snapshots on the node. */
  #untrackedSince = new Map<string, number>()

  constructor(deps: SnapshotReconcileDeps, nodeId: string) {
    this.#deps = deps
    this.#nodeId = nodeId
  }

  /** Throws node_unavailable. */
  async reconcile(): Promise<void> {
    const { store, nodeRegistry, clock, heldSnapshots, log } = this.#deps
    const { orchestrator } = nodeRegistry.clientsOf(this.#nodeId)
    const askedAtMs = clock.nowMs()
    const listed = await orchestrator.listSnapshots()
    // Read after the node's list, so that every listed snapshot is by now recorded or held.
    const recorded = await store.listSnapshotBuilds(this.#nodeId)
    const onNode = new Set(listed.map(({ snapshotId }) => snapshotId))
    const own = new Set(recorded.map(({ snapshotId }) => snapshotId))
    const others = [...onNode].filter((id) => !own.has(id))
    const unknown = new Set(await store.unknownBuilds(others))
    const missing = [...own].filter((id) => !onNode.has(id))
    const steps = decideSnapshots({
      recorded,
      // What the object store has is fetched when it is needed.
      onNode: new Set([...onNode, ...(await findStored(this.#deps, missing))]),
      elsewhere: new Set(others.filter((id) => !unknown.has(id))),
      held: new Set(heldSnapshots.keys()),
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
      // Others can be deleted although one cannot.
      await attempt(this.#deps, 'delete a snapshot', () => orchestrator.deleteSnapshot(snapshotId))
    }
  }
}
