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
  writeBackup(directory: string, output: Writable, options: WriteOptions): Promise<BackupManifest>
  /** Reads the key that authenticates backups, or makes one where the file is missing. */
  ensureKey(path: string): Promise<{ readonly key: Uint8Array; readonly isNew: boolean }>
}

export interface WriteOptions {
  readonly version: string
  readonly createdAt: string
  readonly key: Uint8Array
  readonly onBytes: OnBytes
  readonly signal: AbortSignal
}

export interface ReadOptions {
  /** Undefined: whoever made or altered it is trusted. */
  readonly key: Uint8Array | undefined
  readonly onBytes: OnBytes
  readonly signal: AbortSignal
}

export interface BackupReader {
  /** Unpacks a backup into an empty directory. Throws BackupError when anything is missing, altered or foreign. */
  readBackup(input: Readable, directory: string, options: ReadOptions): Promise<BackupManifest>
  /** Throws when the file is missing or holds no key. */
  readKey(path: string): Promise<Uint8Array>
}
