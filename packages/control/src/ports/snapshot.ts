/** Snapshots that were taken by request. */

import type { Cursor } from '@cay/core/page.ts'
import type { RecordedSnapshot } from '@cay/core/reconcile/decide-snapshots.ts'
import type { Snapshot } from '@cay/core/template/snapshot-name.ts'
import type { BuildRecord } from './template.ts'

/** A captured snapshot that is to be stored. */
export interface NewSnapshot {
  readonly teamId: string
  /** Namespace of its name. */
  readonly teamSlug: string
  /** Null for an unnamed snapshot. */
  readonly alias: string | null
  readonly tag: string
  /** Used when no template of this team has the alias. */
  readonly templateId: string
  /** The node's snapshot. */
  readonly build: Omit<BuildRecord, 'templateId'>
  /** Disk space that it uses exclusively. */
  readonly diskMb: number
  readonly sandboxId: string
  /** The node that captured it. */
  readonly nodeId: string
  readonly nowMs: number
}

export interface SnapshotQuery {
  readonly teamId: string
  readonly teamSlug: string
  /** Only snapshots captured from this sandbox. */
  readonly sandboxId?: string
  /** An alias of the team or a template's id. */
  readonly name?: string
  readonly tag?: string
  /** The last item of the previous page. */
  readonly after?: Cursor
  readonly limit: number
}

export interface ListedSnapshot extends Snapshot {
  readonly createdAtMs: number
}

export interface SnapshotStore {
  /**
   * Tags the snapshot as the current build of the template with that alias, or of a new template. Throws already_exists
   * when the alias belongs to a template that is not a snapshot.
   */
  addSnapshot(snapshot: NewSnapshot): Promise<Snapshot>
  /** One item per template, newest template first, with the latest assigned tag that matches. */
  listSnapshots(query: SnapshotQuery): Promise<ListedSnapshot[]>
  /** Builds of snapshots of all teams that were captured on the node. */
  listSnapshotBuilds(nodeId: string): Promise<RecordedSnapshot[]>
  /** Snapshots that are missing on the node are not listed, and sandboxes cannot be created from them. */
  markSnapshotBuilds(isOnNode: boolean, buildIds: readonly string[]): Promise<void>
}
