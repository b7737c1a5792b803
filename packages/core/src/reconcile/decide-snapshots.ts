/**
 * Compares the recorded snapshots of a node with those on it. Snapshots are user data, so one without a record is kept for
 * the same grace period as a paused sandbox.
 */
import { durableGraceMs } from './decide-step.ts'

export interface RecordedSnapshot {
  readonly snapshotId: string
  readonly recordedAtMs: number
  /** As last recorded. */
  readonly isOnNode: boolean
}

export interface SnapshotObservation {
  readonly recorded: readonly RecordedSnapshot[]
  readonly onNode: ReadonlySet<string>
  /** Snapshots of other nodes, of which this one may have copies. */
  readonly elsewhere: ReadonlySet<string>
  /** Snapshots in use by an operation. */
  readonly held: ReadonlySet<string>
  readonly nowMs: number
  /** The node was asked no earlier than this. */
  readonly askedAtMs: number
  /** Since when the node has had a snapshot without a record, by id. */
  readonly untrackedSince: ReadonlyMap<string, number>
}

export interface SnapshotSteps {
  readonly found: readonly string[]
  readonly missing: readonly string[]
  /** Snapshots without a record that are still within the grace period. */
  readonly untracked: readonly string[]
  readonly remove: readonly string[]
}

export function decideSnapshots(observation: SnapshotObservation): SnapshotSteps {
  const { recorded, onNode, elsewhere, held, nowMs, askedAtMs, untrackedSince } = observation
  const known = new Set(recorded.map(({ snapshotId }) => snapshotId))
  const unknown = [...onNode].filter((id) => !known.has(id) && !elsewhere.has(id) && !held.has(id))
  const isOld = (id: string) => nowMs - (untrackedSince.get(id) ?? nowMs) >= durableGraceMs
  const changed = recorded.filter(({ snapshotId, isOnNode }) => onNode.has(snapshotId) !== isOnNode)
  return {
    found: idsOf(changed.filter(({ isOnNode }) => !isOnNode)),
    missing: idsOf(changed.filter(({ isOnNode, recordedAtMs }) => isOnNode && recordedAtMs < askedAtMs)),
    untracked: unknown.filter((id) => !isOld(id)),
    remove: unknown.filter(isOld),
  }
}

function idsOf(snapshots: readonly RecordedSnapshot[]): string[] {
  return snapshots.map(({ snapshotId }) => snapshotId)
}
