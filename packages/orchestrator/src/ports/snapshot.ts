/** Where snapshots lie. */
import type { Engine, Resources } from './container.ts'
import type { GuestDefaults } from './template.ts'

/** What is in a snapshot, whatever it lies in. */
export interface SnapshotFacts {
  readonly snapshotId: string
  /** Files: what was changed in the file system, and nothing of the memory. */
  readonly kind: 'memory' | 'files'
  /** A sandbox's own goes with its pause; a caller's stays until it is deleted. */
  readonly owner: 'sandbox' | 'caller'
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly envVars: Readonly<Record<string, string>>
  /** What envd in it asks of the node. */
  readonly controlToken: string
  /** Those of its template: envd that is booted anew has to be told. */
  readonly defaults?: GuestDefaults
  /** What saved its memory. */
  readonly engine?: Engine
  readonly createdAtMs: number
}

export interface ListedSnapshot extends SnapshotFacts {
  /** Bytes on the disk that are there for it alone. */
  readonly diskBytes: number
}

export interface Snapshot extends ListedSnapshot {
  /** Absolute paths of the EROFS file and of the checkpoint's directory. */
  readonly rootfs: string
  readonly checkpoint: string
  /** Of the kind `files`: the archive of all that was changed. */
  readonly files: string
}

/** Where a snapshot's content is to be laid. */
export interface SnapshotDraft {
  /** An empty directory for the runtime's files. */
  readonly checkpoint: string
  /** Nothing is there yet. */
  readonly files: string
}

export interface Snapshots {
  /** What was half made under this id is gone. */
  begin(snapshotId: string): Promise<SnapshotDraft>
  /**
   * Makes what was begun visible, in one step, and durable unless it is to be transient. Throws ServiceError `disk_full`.
   */
  publish(
    facts: SnapshotFacts,
    rootfs: string,
    options?: { readonly isTransient?: boolean },
  ): Promise<Snapshot>
  /** Whether it is there, whole or damaged. */
  has(snapshotId: string): Promise<boolean>
  /**
   * Throws ServiceError `precondition_failed` that says why its memory cannot be used on this node, `snapshot_damaged`. With
   * `filesOnly` the processor may lack something: enough may still run to get at the files.
   */
  open(snapshotId: string, options?: { readonly filesOnly?: boolean }): Promise<Snapshot>
  /** Published or half made; no error when there is none. */
  remove(snapshotId: string): Promise<void>
  /** Those whose manifest can be read. */
  list(): Promise<ListedSnapshot[]>
}
