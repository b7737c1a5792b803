/** What a backup holds of a data directory, and what its manifest says. */

/** In place of a file's name: standard output or standard input. */
export const standardStream = '-'

/** A reader refuses formats that are newer than the one it knows. */
export const backupFormat = 1

/** Name of the manifest inside the archive. It is the last entry: an archive without it was cut off. */
export const manifestEntry = 'backup.json'

/** Below it lie the files of the data directory. */
export const dataEntry = 'data'

/**
 * Directories of the machine that is backed up: they mean nothing on another, or are made again at the next start. Volumes are
 * mounted there, and sandboxes write to them meanwhile: what is in them is neither whole nor to be trusted.
 */
const ofThisMachine: ReadonlySet<string> = new Set([
  ...['builder', 'cache', 'containers', 'logs', 'run'],
  ...['volumes', 'volume-checkpoints', 'own-checkpoints'],
])

/** Where the key that authenticates backups lies in the data directory, unless the operator names another file. */
export const backupKeyName = 'backup-key'

/** Links that each start makes again; and the key of backups: who can read one must not be able to make one. */
const notBackedUp: ReadonlySet<string> = new Set(['admin-token', 'api-key', backupKeyName])

/** Path of the store below the data directory. A copy of it is made by SQLite, and its journal is in that copy. */
export const databasePath = 'control/cay.db'

/**
 * Whether a backup holds what lies at this path below the data directory. Names that begin with a dot are drafts: builds
 * and snapshots appear under their own names by one rename, when they are whole.
 */
export function isBackedUp(path: string): boolean {
  const names = path.split('/')
  const [first = ''] = names
  if (ofThisMachine.has(first)) return false
  if (names.length === 1 && notBackedUp.has(first)) return false
  if (path.startsWith(databasePath)) return false
  return names.every((name) => !name.startsWith('.'))
}

export interface BackedUpFile {
  readonly bytes: number
  /** In lower-case hexadecimal digits. */
  readonly sha256: string
}

export interface BackupManifest {
  readonly format: typeof backupFormat
  /** Of the Cay that made it. */
  readonly version: string
  /** ISO 8601, in UTC. */
  readonly createdAt: string
  /** By their paths below the data directory. Several names of one file are entries of their own. */
  readonly files: Readonly<Record<string, BackedUpFile>>
}

/** Why a backup cannot be restored, in a sentence without the name of its file. */
export class BackupError extends Error {}

/** Throws BackupError for anything but a manifest of a format that is known here. */
export function parseBackupManifest(text: string): BackupManifest {
  const value = parseJson(text)
  if (!isRecord(value) || typeof value.format !== 'number') throw new BackupError('its manifest is damaged')
  if (value.format !== backupFormat)
    throw new BackupError(
      `it has format ${value.format}, and this version of Cay reads format ${backupFormat}: use the version that made it`,
    )
  const { version, createdAt, files } = value
  if (typeof version !== 'string' || typeof createdAt !== 'string' || !isRecord(files))
    throw new BackupError('its manifest is damaged')
  return { format: backupFormat, version, createdAt, files: parseFiles(files) }
}

function parseFiles(files: Readonly<Record<string, unknown>>): Record<string, BackedUpFile> {
  const entries = Object.entries(files).map(([path, file]): [string, BackedUpFile] => {
    if (!isRecord(file) || typeof file.bytes !== 'number' || typeof file.sha256 !== 'string')
      throw new BackupError('its manifest is damaged')
    return [path, { bytes: file.bytes, sha256: file.sha256 }]
  })
  return Object.fromEntries(entries)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BackupError('its manifest is damaged', { cause })
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first difference between what a manifest names and what was unpacked, in a sentence; undefined when there is none. */
export function findDifference(
  named: Readonly<Record<string, BackedUpFile>>,
  unpacked: ReadonlyMap<string, BackedUpFile>,
): string | undefined {
  for (const [path, file] of Object.entries(named)) {
    const found = unpacked.get(path)
    if (found === undefined) return `${path} is missing`
    if (found.sha256 !== file.sha256 || found.bytes !== file.bytes) return `${path} was altered`
  }
  const foreign = [...unpacked.keys()].find((path) => !Object.hasOwn(named, path))
  return foreign === undefined ? undefined : `${foreign} is not named by its manifest`
}
