/**
 * Unpacks an archive of files to be copied, inside the sandbox. Its owners are those of another machine and are ignored.
 * Nothing is written through a link. The official client also lists what a linked directory holds: a link stays a link,
 * and entries below one are put aside, because a hard link may name them, and removed in the end.
 */
import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { refuseArchive } from '@cay/core/archive/archive-error.ts'
import { showName } from '@cay/core/archive/bytes.ts'
import { splitEntryPath } from '@cay/core/archive/entry-path.ts'
import { type TarEntry, TarParser } from '@cay/core/archive/tar-parser.ts'

/** The archive from its begin, as it was before it was packed. */
export type ReadArchive = () => AsyncIterable<Uint8Array>

/** Names are bytes: as text they would be changed. */
type Path = Buffer

export interface UnpackBounds {
  /** What there is room for. */
  readonly bytesMax: number
  readonly entriesMax: number
}

/**
 * Throws request_invalid for an archive that does not fit, before it unpacks anything: files use memory of the sandbox, and
 * nothing can be reported when that is exhausted.
 */
export async function unpackArchive(
  archive: ReadArchive,
  directory: string,
  bounds: UnpackBounds,
): Promise<void> {
  const entry = counter(bounds)
  await read(archive, new TarParser({ entry, data: () => undefined, entryEnd: () => undefined }))
  const aside = `${directory}.below-links`
  try {
    await unpack(archive, { directory, aside })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

interface Places {
  readonly directory: string
  /** Holds entries whose path leads through a link of the archive. */
  readonly aside: string
}

async function unpack(archive: ReadArchive, places: Places): Promise<void> {
  let fd: number | undefined
  let current: { path: Path; entry: TarEntry } | undefined
  const parser = new TarParser({
    entry(entry) {
      const path = place(places, entry)
      current = path === undefined ? undefined : { path, entry }
      fd = path !== undefined && entry.kind === 'file' ? openSync(path, 'wx', 0o600) : undefined
    },
    data(bytes) {
      if (fd !== undefined) writeAll(fd, bytes)
    },
    entryEnd() {
      if (fd !== undefined) closeSync(fd)
      fd = undefined
      if (current !== undefined) finish(current.path, current.entry)
    },
  })
  await read(archive, parser)
}

async function read(archive: ReadArchive, parser: TarParser): Promise<void> {
  for await (const bytes of archive()) {
    parser.push(bytes)
    if (parser.hasEnded) break
  }
  parser.end()
}

function counter({ bytesMax, entriesMax }: UnpackBounds): (entry: TarEntry) => void {
  let entries = 0
  let bytes = 0
  return ({ size }) => {
    entries += 1
    bytes += size
    if (entries > entriesMax) throw refuseArchive(`it has more than ${entriesMax} entries`)
    if (bytes > bytesMax)
      throw refuseArchive(`it has more bytes than the ${bytesMax} that the disk has room for`)
  }
}

/** Makes room for the entry, and the entry itself unless it has content. Undefined for what is not made at all. */
function place(places: Places, entry: TarEntry): Path | undefined {
  const names = splitEntryPath(entry.name)
  const last = names.at(-1)
  if (last === undefined) return undefined
  const parents = ensureParents(places, names.slice(0, -1))
  const path = join(parents, last)
  const present = lstatSync(path, { throwIfNoEntry: false })
  if (present?.isDirectory() === true && entry.kind === 'directory') return path
  if (present !== undefined) rmSync(path, { recursive: true })
  switch (entry.kind) {
    case 'file':
      return path
    case 'directory':
      mkdirSync(path)
      return path
    case 'symbolic link':
      if (isAside(parents, places)) return undefined
      symlinkSync(Buffer.from(entry.linkName, 'latin1'), path)
      return path
    case 'hard link': {
      const target = splitEntryPath(entry.linkName)
      linkSync(join(ensureParents(places, target.slice(0, -1)), target.at(-1) ?? ''), path)
      return path
    }
    default:
      throw refuseArchive(`a ${entry.kind} cannot be copied: ${showName(entry.name)}`)
  }
}

function ensureParents({ directory, aside }: Places, names: readonly string[]): Path {
  let path: Path = Buffer.from(directory)
  for (const name of names) {
    path = join(path, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink() === true && directory !== aside) return ensureAside(aside, names)
    if (found === undefined) mkdirSync(path)
    else if (!found.isDirectory())
      throw refuseArchive(`something that is not a directory is in the way of ${showName(names.join('/'))}`)
  }
  return path
}

function ensureAside(aside: string, names: readonly string[]): Path {
  mkdirSync(aside, { recursive: true })
  return ensureParents({ directory: aside, aside }, names)
}

/** No symbolic links are made there; one that a hard link brings is refused as a directory. */
function isAside(path: Path, { aside }: Places): boolean {
  return (
    path.equals(Buffer.from(aside)) || path.subarray(0, aside.length + 1).equals(Buffer.from(`${aside}/`))
  )
}

function finish(path: Path, { kind, mode, mtimeSeconds }: TarEntry): void {
  if (kind !== 'file' && kind !== 'directory') return
  chmodSync(path, mode)
  if (kind === 'file') utimesSync(path, mtimeSeconds, mtimeSeconds)
}

function join(path: Path, name: string): Path {
  return Buffer.concat([path, Buffer.from('/'), Buffer.from(name, 'latin1')])
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
}
