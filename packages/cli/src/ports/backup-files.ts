/** The files of backups and restores. */
import type { Readable, Writable } from 'node:stream'
import type { BackupManifest } from '../dialect/backup/backup-contents.ts'

/** Bytes of content since the last call. */
export type OnBytes = (bytes: number) => void

export interface BackupWriter {
  /** Gives every wanted file below `from` the same name below `to`, as a hard link where that is possible. */
  linkTree(from: string, to: string, isWanted: (path: string) => boolean): Promise<void>
  /** Copies a store as it is at one moment, also while control writes into it. */
  copyDatabase(from: string, to: string): Promise<void>
  /** Packs every file below `directory`. Returns the manifest at the end of the backup. */
  writeBackup(
    directory: string,
    output: Writable,
    options: {
      readonly version: string
      readonly createdAt: string
      readonly onBytes: OnBytes
      readonly signal: AbortSignal
    },
  ): Promise<BackupManifest>
}

/** Unpacks a backup into an empty directory. Throws BackupError when anything is missing, altered or foreign. */
export type ReadBackup = (
  input: Readable,
  directory: string,
  options: { readonly onBytes: OnBytes; readonly signal: AbortSignal },
) => Promise<BackupManifest>
