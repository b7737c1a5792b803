/** Volumes and their files in responses of the API, and as tables. */
import { fieldIn, listParser, numberIn, textIn } from '../output/fields.ts'
import { formatBytes } from '../output/format-bytes.ts'
import { nameOrId } from '../output/plain-word.ts'
import { type Columns, describeAge, orDash } from '../output/table.ts'

const bytesPerMib = 1024 * 1024

export interface ShownVolume {
  readonly volumeId: string
  readonly name: string
  readonly sizeMb: number | null
}

export const parseVolumes = listParser('volumes', parseVolume)

export function parseVolume(item: unknown): ShownVolume {
  return {
    volumeId: textIn(item, 'volumeID') ?? '',
    name: textIn(item, 'name') ?? '',
    sizeMb: numberIn(item, 'sizeMB'),
  }
}

export const volumeColumns: Columns<ShownVolume> = {
  head: ['NAME', 'SIZE', 'VOLUME ID'],
  name: ({ name, volumeId }) => nameOrId(name, volumeId),
  row: ({ name, sizeMb, volumeId }) => [
    name,
    sizeMb === null ? '-' : formatBytes(sizeMb * bytesPerMib),
    volumeId,
  ],
}

export interface ShownUsage {
  readonly volumeId: string
  readonly name: string
  readonly totalBytes: number | null
  readonly usedBytes: number | null
  readonly totalFiles: number | null
  readonly usedFiles: number | null
}

export function parseUsage(item: unknown): ShownUsage {
  const usage = fieldIn(item, 'usage')
  const { volumeId, name } = parseVolume(item)
  return {
    volumeId,
    name,
    totalBytes: numberIn(usage, 'totalBytes'),
    usedBytes: numberIn(usage, 'usedBytes'),
    totalFiles: numberIn(usage, 'totalFiles'),
    usedFiles: numberIn(usage, 'usedFiles'),
  }
}

export const usageColumns: Columns<ShownUsage> = {
  head: ['NAME', 'SIZE', 'USED', 'AVAILABLE', 'USE%', 'FILES'],
  row: ({ name, totalBytes, usedBytes, usedFiles }) => [
    name,
    ...(totalBytes === null || usedBytes === null
      ? ['-', '-', '-', '-']
      : [
          formatBytes(totalBytes),
          formatBytes(usedBytes),
          formatBytes(totalBytes - usedBytes),
          `${Math.ceil((100 * usedBytes) / Math.max(1, totalBytes))}%`,
        ]),
    orDash(usedFiles),
  ],
}

export interface ShownEntry {
  readonly name: string
  readonly path: string
  /** `file`, `directory`, `symlink` or `unknown`. */
  readonly type: string
  readonly size: number | null
  /** Permission bits. */
  readonly mode: number | null
  readonly uid: number | null
  readonly gid: number | null
  readonly modifiedAt: string | null
  /** Of a link. */
  readonly target: string | null
}

export const parseEntries = listParser('files', parseEntry)

export function parseEntry(item: unknown): ShownEntry {
  return {
    name: textIn(item, 'name') ?? '',
    path: textIn(item, 'path') ?? '',
    type: textIn(item, 'type') ?? 'unknown',
    size: numberIn(item, 'size'),
    mode: numberIn(item, 'mode'),
    uid: numberIn(item, 'uid'),
    gid: numberIn(item, 'gid'),
    modifiedAt: textIn(item, 'mtime'),
    target: textIn(item, 'target'),
  }
}

export function entryColumns(nowMs: number): Columns<ShownEntry> {
  return {
    head: ['MODE', 'OWNER', 'SIZE', 'MODIFIED', 'NAME'],
    row: (entry) => [
      describeMode(entry),
      `${orDash(entry.uid)}:${orDash(entry.gid)}`,
      entry.type === 'file' && entry.size !== null ? formatBytes(entry.size) : '-',
      describeAge(entry.modifiedAt, nowMs),
      entry.target === null ? entry.name : `${entry.name} -> ${entry.target}`,
    ],
  }
}

const typeLetters: Readonly<Record<string, string | undefined>> = { directory: 'd', file: '-', symlink: 'l' }

/** `drwxr-x---`. */
function describeMode({ type, mode }: ShownEntry): string {
  const bits = [...'rwxrwxrwx'].map((letter, index) => (((mode ?? 0) >> (8 - index)) & 1 ? letter : '-'))
  return `${typeLetters[type] ?? '?'}${bits.join('')}`
}
