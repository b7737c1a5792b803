/**
 * `cay backup`: the store, the keys, templates, snapshots and paused sandboxes in one file, while Cay runs or not. What is
 * in the memory of running sandboxes is not in it.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import type { Step } from '@cay/kit/progress.ts'
import {
  backupKeyName,
  databasePath,
  isBackedUp,
  standardStream,
} from '../../dialect/backup/backup-contents.ts'
import { formatBytes } from '../../dialect/output/format-bytes.ts'
import type { Installation } from '../../installation.ts'
import type { BackupWriter } from '../../ports/backup-files.ts'
import { showBytes } from './show-bytes.ts'

export interface BackupRequest {
  readonly file: string
  /** Of the key; undefined: the one in the data directory. */
  readonly keyFile: string | undefined
  /** Replaces a file of that name. */
  readonly isForced: boolean
  /** Of this Cay. */
  readonly version: string
}

export interface BackupDeps {
  readonly installation: Installation
  readonly files: BackupWriter
}

export async function backUp(
  { installation: { settings, layout }, files: writer }: BackupDeps,
  { file, keyFile, isForced, version }: BackupRequest,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  if (settings.isOnPostgres)
    throw new Error(
      'the records are in PostgreSQL (CAY_DATABASE_URL): save them with pg_dump (docs/postgresql.md)',
    )
  if (!existsSync(layout.database))
    throw new Error(`${settings.dataDir} holds no installation to back up: CAY_DATA_DIR names the directory`)
  if (file !== standardStream && existsSync(file) && !isForced)
    throw new Error(`${file} exists: name another file, or add --force to replace it`)
  if (file !== standardStream && !existsSync(dirname(resolve(file))))
    throw new Error(`${dirname(resolve(file))} does not exist: make that directory first`)
  await mkdir(layout.run, { recursive: true, mode: 0o711 })
  const lock = await acquireLock(`${layout.run}/backup.lock`)
  if (lock === undefined) throw new Error(`another \`cay backup\` is at work in ${settings.dataDir}`)
  const staging = `${settings.dataDir}/.backup`
  try {
    // A backup that was killed left it.
    await rm(staging, { recursive: true, force: true })
    step.doing('taking a snapshot of the data directory')
    await stage(writer, settings.dataDir, staging)
    const keyPath = keyFile ?? `${settings.dataDir}/${backupKeyName}`
    const { key, isNew } = await writer.ensureKey(keyPath)
    const shown = showBytes(step, 'read')
    const write = (output: Writable) =>
      writer.writeBackup(staging, output, {
        version,
        createdAt: new Date().toISOString(),
        key,
        onBytes: shown.add,
        signal,
      })
    const { files } = file === standardStream ? await write(process.stdout) : await writeAside(file, write)
    const [count, size] = [Object.keys(files).length, formatBytes(shown.total())]
    step.outcome(`${count} files, ${size} before compression; ${describeKey(keyPath, isNew)}`)
  } catch (error) {
    throw signal.aborted ? new Error('stopped; no backup was written', { cause: error }) : error
  } finally {
    await rm(staging, { recursive: true, force: true })
    await lock.release()
  }
}

/** A restore on another machine needs the key, which is in no backup. */
function describeKey(path: string, isNew: boolean): string {
  return isNew
    ? `a new key is in ${path}: keep a copy of it apart from the backups, a restore needs it`
    : `authenticated with the key in ${path}`
}

/**
 * Files are linked before the store is copied and after: whatever the copy names was there at one of both moments, unless it
 * was removed in between as well. What the copy does not name is removed at the first start of what is restored.
 */
async function stage(writer: BackupWriter, dataDir: string, staging: string): Promise<void> {
  const isWanted = (path: string) => isBackedUp(path)
  await writer.linkTree(dataDir, staging, isWanted)
  const database = `${staging}/${databasePath}`
  await mkdir(dirname(database), { recursive: true, mode: 0o700 })
  await writer.copyDatabase(`${dataDir}/${databasePath}`, database)
  await writer.linkTree(dataDir, staging, isWanted)
}

/** The file appears whole, or not at all. It holds keys: nobody but root reads it. */
async function writeAside<T>(file: string, write: (output: Writable) => Promise<T>): Promise<T> {
  const aside = `${file}.partial`
  try {
    // A backup that was killed left it. Somebody else's file, or a link of theirs, is not written to.
    await rm(aside, { force: true })
    const result = await write(createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(aside, file)
    await syncDirectory(dirname(resolve(file)))
    return result
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
