/** `cay restore`: what `cay backup` saved, in a data directory that is empty. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { createAtomic, syncDirectory } from '@cay/kit/host/write-atomic.ts'
import type { Step } from '@cay/kit/progress.ts'
import { BackupError, backupKeyName, standardStream } from '../../dialect/backup/backup-contents.ts'
import type { Installation } from '../../installation.ts'
import type { BackupReader } from '../../ports/backup-files.ts'
import { showBytes } from './show-bytes.ts'

/** Names below the data directory. */
const unpackedName = '.restoring'
const lockName = '.restore.lock'

/** Below the data directory while a restore is at work. It is there when one was interrupted, and then `cay up` refuses. */
export function unfinishedRestore(dataDir: string): string {
  return `${dataDir}/${unpackedName}`
}

export interface RestoreDeps {
  readonly installation: Installation
  readonly files: BackupReader
}

export interface RestoreRequest {
  readonly file: string
  /** Of the key that the backup was made with. */
  readonly keyFile: string | undefined
  /** The backup is trusted as it is, without a key. */
  readonly isUnauthenticated: boolean
}

/** Throws when the directory holds anything, and when the backup is not whole: the directory is then as it was. */
export async function restore(
  { installation, files }: RestoreDeps,
  request: RestoreRequest,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir } = installation.settings
  const { file } = request
  if (file !== standardStream && !existsSync(file)) throw new Error(`${file} does not exist`)
  const key = await findKey(files, request)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const lock = await acquireLock(`${dataDir}/${lockName}`)
  if (lock === undefined) throw new Error(`another \`cay restore\` is at work in ${dataDir}`)
  try {
    await restoreLocked(dataDir, { files, key, file, step, signal })
  } finally {
    await rm(`${dataDir}/${lockName}`, { force: true })
    await lock.release()
  }
}

interface Restoring {
  readonly files: BackupReader
  readonly key: Uint8Array | undefined
  readonly file: string
  readonly step: Step
  readonly signal: AbortSignal
}

async function findKey(
  files: BackupReader,
  { keyFile, isUnauthenticated }: RestoreRequest,
): Promise<Uint8Array | undefined> {
  if (keyFile !== undefined && isUnauthenticated)
    throw new Error('--key and --unauthenticated exclude each other')
  if (keyFile !== undefined) return await files.readKey(keyFile)
  if (isUnauthenticated) return undefined
  throw new Error(
    'name the file of the key that the backup was made with: --key FILE; or trust the backup as it is: --unauthenticated. Whoever alters one decides what is restored, and who has access then',
  )
}

async function restoreLocked(dataDir: string, restoring: Restoring): Promise<void> {
  const { file, step } = restoring
  const unfinished = unfinishedRestore(dataDir)
  const names = await namesIn(dataDir)
  if (names.length > 0 && !names.includes(unpackedName))
    throw new Error(`${dataDir} is not empty: a backup is restored into an empty directory (CAY_DATA_DIR)`)
  // An interrupted restore left them: it had begun with an empty directory.
  await empty(dataDir)
  await mkdir(unfinished, { mode: 0o700 })
  const input = file === standardStream ? process.stdin : createReadStream(file, { highWaterMark: 1024 ** 2 })
  try {
    const { files, createdAt, version } = await unpack(input, unfinished, restoring)
    for (const name of await readdir(unfinished)) await rename(`${unfinished}/${name}`, `${dataDir}/${name}`)
    if (restoring.key !== undefined) await keepKey(dataDir, restoring.key)
    await syncDirectory(dataDir)
    step.outcome(`${Object.keys(files).length} files, saved at ${createdAt} by Cay ${version}`)
  } catch (error) {
    await empty(dataDir)
    throw restoring.signal.aborted
      ? new Error(`stopped; ${dataDir} is as empty as it was`, { cause: error })
      : error
  }
  await rm(unfinished, { recursive: true })
}

/** The next backup of what was restored is made with the same key. */
async function keepKey(dataDir: string, key: Uint8Array): Promise<void> {
  await createAtomic(`${dataDir}/${backupKeyName}`, `${Buffer.from(key).toString('hex')}\n`)
}

async function empty(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) await rm(`${dataDir}/${name}`, { recursive: true, force: true })
}

/** But what may be in a directory that counts as empty: a file system's own, and our lock. */
async function namesIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name !== lockName && name !== 'lost+found')
}

async function unpack(input: Readable, directory: string, { files, key, file, step, signal }: Restoring) {
  try {
    return await files.readBackup(input, directory, { key, onBytes: showBytes(step, 'unpacked').add, signal })
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    const name = file === standardStream ? 'the backup' : file
    throw new Error(`${name} cannot be restored: ${error.message}`, { cause: error })
  }
}
