/**
 * What to do when the snapshots that control knows and those that the node has are laid side by side. Snapshots are what
 * users keep: one that nobody knows is left alone for as long as a paused sandbox would be.
 */
import { durableGraceMs } from './decide-step.ts'

export interface RecordedSnapshot {
  readonly snapshotId: string
  readonly recordedAtMs: number
  /** As it was found last. */
  readonly isOnNode: boolean
}

export interface SnapshotObservation {
  readonly recorded: readonly RecordedSnapshot[]
  readonly onNode: ReadonlySet<string>
  /** A verb is at these. */
  readonly held: ReadonlySet<string>
  readonly nowMs: number
  /** The node was asked no earlier than this. */
  readonly askedAtMs: number
  /** Since when the node has one that nobody knows. */
  readonly untrackedSince: ReadonlyMap<string, number>
}

export interface SnapshotSteps {
  readonly found: readonly string[]
  readonly missing: readonly string[]
  /** On the node and known to nobody, for too short a time to say so. */
  readonly untracked: readonly string[]
  readonly remove: readonly string[]
}

export function decideSnapshots(observation: SnapshotObservation): SnapshotSteps {
  const { recorded, onNode, held, nowMs, askedAtMs, untrackedSince } = observation
  const known = new Set(recorded.map(({ snapshotId }) => snapshotId))
  const unknown = [...onNode].filter((id) => !known.has(id) && !held.has(id))
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
