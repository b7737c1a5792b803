/** Snapshots that callers took. */

import type { Cursor } from '@cay/core/page.ts'
import type { RecordedSnapshot } from '@cay/core/reconcile/decide-snapshots.ts'
import type { Snapshot } from '@cay/core/template/snapshot-name.ts'
import type { BuildRecord } from './template.ts'

/** A snapshot that was captured, as it is put into the store. */
export interface NewSnapshot {
  readonly teamId: string
  /** The namespace of its name. */
  readonly teamSlug: string
  /** Null: without a name. */
  readonly alias: string | null
  readonly tag: string
  /** Taken when no template of this team has the alias. */
  readonly templateId: string
  /** The node's snapshot. */
  readonly build: Omit<BuildRecord, 'templateId'>
  /** What is on the node's disk for it alone. */
  readonly diskMb: number
  readonly sandboxId: string
  readonly nowMs: number
}

export interface SnapshotQuery {
  readonly teamId: string
  readonly teamSlug: string
  /** Captured from this sandbox. */
  readonly sandboxId?: string
  /** An alias of the team's or a template's id. */
  readonly name?: string
  readonly tag?: string
  /** The last item of the page before. */
  readonly after?: Cursor
  readonly limit: number
}

export interface ListedSnapshot extends Snapshot {
  readonly createdAtMs: number
}

export interface SnapshotStore {
  /** Tags what the template of that alias, or a new one, is served by from now on. Throws already_exists when the alias is that of no snapshot. */
  addSnapshot(snapshot: NewSnapshot): Promise<Snapshot>
  /** One item per template, newest template first: its tag that was assigned last, of those that match. */
  listSnapshots(query: SnapshotQuery): Promise<ListedSnapshot[]>
  /** Of all teams. */
  listSnapshotBuilds(): Promise<RecordedSnapshot[]>
  /** Those that the node lacks are not listed, and cannot be created from. */
  markSnapshotBuilds(isOnNode: boolean, buildIds: readonly string[]): Promise<void>
}
