/** The store of snapshots. */
import type { Engine, Resources } from './container.ts'
import type { PausedSandbox } from './record.ts'
import type { GuestDefaults } from './template.ts'

/** The facts of a snapshot. */
export interface SnapshotFacts {
  readonly snapshotId: string
  /** `files`: only the changes of the file system, without memory. */
  readonly kind: 'memory' | 'files'
  /** A snapshot of a pause is removed with the pause; one of a caller stays until it is deleted. */
  readonly owner: 'sandbox' | 'caller'
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly envVars: Readonly<Record<string, string>>
  /** The token that envd in it requires of the node. */
  readonly controlToken: string
  /** The defaults of its template, which an envd that is booted again has to be told. */
  readonly defaults?: GuestDefaults
  /** The runtime that wrote its memory. */
  readonly engine?: Engine
  /** Directories of volumes that its memory is bound to. Absent: it has none. */
  readonly volumeCount?: number
  readonly createdAtMs: number
}

export interface ListedSnapshot extends SnapshotFacts {
  /** Bytes on the disk that only this snapshot uses. */
  readonly diskBytes: number
}

export interface Snapshot extends ListedSnapshot {
  /** Absolute paths of the EROFS file and of the checkpoint's directory. */
  readonly rootfs: string
  readonly checkpoint: string
  /** For the kind `files`: the archive of the changes. */
  readonly files: string
}

export interface PublishOptions {
  /** It need not survive a power failure, and is never uploaded. */
  readonly isTransient?: boolean
}

/** Where the content of a snapshot is written. */
export interface SnapshotDraft {
  /** An empty directory for the runtime's files. */
  readonly checkpoint: string
  /** Does not exist yet. */
  readonly files: string
}

export interface Snapshots {
  /** Removes an incomplete snapshot of this id. */
  begin(snapshotId: string): Promise<SnapshotDraft>
  /**
   * Publishes the snapshot atomically on the node, and makes it durable there unless it is transient. Throws ServiceError
   * `disk_full`.
   */
  publish(facts: SnapshotFacts, rootfs: string, options?: PublishOptions): Promise<Snapshot>
  /**
   * Uploads a published snapshot, with the sandbox that is paused with it. Resolves with whether the object store has it:
   * false where there is none, and where uploads are deferred. Throws ServiceError `store_unavailable`, `conflict`.
   */
  upload(snapshotId: string, paused?: PausedSandbox): Promise<boolean>
  /**
   * Begins to fetch what is not on this node, for an open that follows, which tells what fails. Resolves with the path of its root
   * file system as soon as that is here, while the rest may still be fetched; undefined where nothing is to be fetched, or
   * nothing can be. Never rejects.
   */
  fetchAhead(snapshotId: string): Promise<string | undefined>
  /** Whether it exists, intact or damaged, here or in the object store. */
  has(snapshotId: string): Promise<boolean>
  /**
   * Throws ServiceError `precondition_failed`, which says why its memory cannot be restored on this node, or
   * `snapshot_damaged`, `store_unavailable`. With `filesOnly` the processor may lack features: enough may run to extract the files.
   */
  open(snapshotId: string, options?: { readonly filesOnly?: boolean }): Promise<Snapshot>
  /** Removes it, published or incomplete, here and in the object store. No error when there is none. */
  remove(snapshotId: string, options?: { readonly isHereOnly?: boolean }): Promise<void>
  /** The snapshots with a readable manifest. */
  list(): Promise<ListedSnapshot[]>
}
