/**
 * A backup as one file: a tar archive in authenticated segments (authenticated-segments.ts). Content is hashed on its way,
 * so each byte is read once.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { splitEntryPath } from '@cay/core/archive/entry-path.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { errnoOf } from '@cay/kit/host/errno.ts'
import { extract, type Header, type Pack, pack } from 'tar-stream'
import {
  type BackedUpFile,
  BackupError,
  type BackupManifest,
  backupKeyName,
  dataEntry,
  findDifference,
  manifestEntry,
  parseBackupManifest,
} from '../../dialect/backup/backup-contents.ts'
import type { OnBytes, ReadOptions, WriteOptions } from '../../ports/backup-files.ts'
import { ByteReader } from '../byte-reader.ts'
import { isSegmented, openSegments, sealSegments } from './authenticated-segments.ts'

/** Bytes: about 150 for each file, and less than a string can have. */
const manifestBytesMax = 256 * 1024 ** 2
/** Entries of an archive: more than a manifest of that length names. */
const entriesMax = 2_000_000

/** Packs every file below `directory`; the names of one file become links. Answers the manifest that it ends with. */
export async function writeBackup(
  directory: string,
  output: Writable,
  options: WriteOptions,
): Promise<BackupManifest> {
  const archive = pack()
  const { key, signal } = options
  const sealed = (chunks: AsyncIterable<unknown>) => sealSegments(bytesOf(chunks), key)
  const written = pipeline(archive, sealed, output, { signal })
  // It is awaited below; until then a failure ends the packing and must not count as unhandled.
  written.catch(() => archive.destroy())
  const files: Record<string, BackedUpFile> = {}
  const packed = (async () => {
    const known = new Map<number, { path: string; file: BackedUpFile }>()
    for await (const path of walk(directory)) {
      const { ino, size, mode } = await lstat(`${directory}/${path}`)
      const first = known.get(ino)
      if (first !== undefined) {
        await addEntry(archive, {
          name: `${dataEntry}/${path}`,
          type: 'link',
          linkname: `${dataEntry}/${first.path}`,
        })
        files[path] = first.file
        continue
      }
      const header = { name: `${dataEntry}/${path}`, size, mode: mode & 0o777 }
      const file = await addFile(archive, header, `${directory}/${path}`, options.onBytes)
      known.set(ino, { path, file })
      files[path] = file
    }
    const manifest: BackupManifest = {
      format: 1,
      version: options.version,
      createdAt: options.createdAt,
      files,
    }
    await addEntry(archive, { name: manifestEntry, mode: 0o600 }, JSON.stringify(manifest))
    archive.finalize()
    return manifest
  })()
  const [manifest] = await Promise.all([packed, written])
  return manifest
}

/**
 * Unpacks a backup into `directory`, which is empty. Throws BackupError when anything is missing, altered or foreign: what
 * was unpacked is then not to be used. Without a key nothing says whose it is.
 */
export async function readBackup(
  input: Readable,
  directory: string,
  { key, onBytes, signal }: ReadOptions,
): Promise<BackupManifest> {
  const unpacked = new Map<string, BackedUpFile>()
  let manifest: BackupManifest | undefined
  const entries = extract()
  const opened = (chunks: AsyncIterable<Buffer>) => openContent(chunks, key)
  const fed = pipeline(input, opened, entries, { signal })
  // It is awaited below; until then a failure ends the loop and must not count as unhandled.
  fed.catch(() => undefined)
  try {
    for await (const entry of entries) {
      if (manifest !== undefined) throw new BackupError('something follows its manifest')
      if (entry.header.name === manifestEntry) {
        manifest = await readManifest(entry)
        continue
      }
      await unpackEntry(entry, { directory, unpacked, onBytes })
    }
    await fed
  } catch (error) {
    throw explain(error)
  }
  if (manifest === undefined) throw new BackupError('it is cut off: its manifest is missing')
  const difference = findDifference(manifest.files, unpacked)
  if (difference !== undefined) throw new BackupError(difference)
  return manifest
}

/** The tar archive. A backup of the first format is a plain zstd stream, which nothing authenticates. */
async function* openContent(
  chunks: AsyncIterable<Buffer>,
  key: Uint8Array | undefined,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(chunks)
  const beginning = await reader.read(zstdMagic.length)
  if (beginning.length < zstdMagic.length) throw new BackupError('it is cut off')
  if (isSegmented(beginning)) return yield* openSegments(reader, key)
  if (!beginning.equals(zstdMagic)) throw new BackupError('it is not a backup made by Cay')
  if (key !== undefined)
    throw new BackupError(
      'it was made by a version that did not authenticate backups: --unauthenticated restores it, whoever made or altered it',
    )
  const plain = createZstdDecompress()
  const fed = pipeline(Readable.from(reader.rest(beginning)), plain)
  // It is awaited below; until then a failure ends the loop and must not count as unhandled.
  fed.catch(() => undefined)
  yield* plain as AsyncIterable<Buffer>
  await fed
}

/** RFC 8878, 3.1.1. */
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** A stream of the tar library, which is none of Node's. */
interface Entry extends AsyncIterable<unknown> {
  readonly header: Header
  resume(): unknown
}

interface Unpacking {
  readonly directory: string
  readonly unpacked: Map<string, BackedUpFile>
  readonly onBytes: OnBytes
}

async function unpackEntry(entry: Entry, target: Unpacking): Promise<void> {
  const { directory, unpacked, onBytes } = target
  const { type = 'file', name, linkname, mode } = entry.header
  const path = pathOf(name)
  if (unpacked.size >= entriesMax) throw new BackupError(`it has more than ${entriesMax} files`)
  if (unpacked.has(path)) throw new BackupError(`${path} is in it twice`)
  await mkdir(dirname(`${directory}/${path}`), { recursive: true, mode: 0o700 })
  if (type === 'link') {
    const first = pathOf(linkname ?? '')
    const file = unpacked.get(first)
    if (file === undefined) throw new BackupError(`${path} is a link to ${first}, which is not in it`)
    entry.resume()
    await link(`${directory}/${first}`, `${directory}/${path}`)
    unpacked.set(path, file)
    return
  }
  if (type !== 'file') throw new BackupError(`${path} is neither a file nor a link`)
  const measured = measure(onBytes)
  const file = createWriteStream(`${directory}/${path}`, {
    flags: 'wx',
    mode: (mode ?? 0) & 0o777,
    flush: true,
  })
  await pipeline(bytesOf(entry), measured.through, file)
  unpacked.set(path, measured.result())
}

/** Below the data directory. */
function pathOf(name: string): string {
  const [first, ...names] = splitEntryPath(name)
  const path = names.join('/')
  // A key from a backup would authenticate later ones for whoever made this one.
  if (first !== dataEntry || path === '' || path === backupKeyName)
    throw new BackupError(`${name} does not belong into a backup`)
  return path
}

type EntryHeader = Parameters<Pack['entry']>[0]

async function addFile(
  archive: Pack,
  header: EntryHeader,
  source: string,
  onBytes: OnBytes,
): Promise<BackedUpFile> {
  const { size = 0 } = header
  const measured = measure(onBytes)
  // A log that grows meanwhile is saved as long as it was.
  const content = size === 0 ? [] : createReadStream(source, { end: size - 1, highWaterMark: 1024 ** 2 })
  await pipeline(content, measured.through, (chunks) => writeContent(archive.entry(header), chunks))
  const file = measured.result()
  if (file.bytes !== size) throw new Error(`${source} became shorter while it was read`)
  return file
}

async function writeContent(sink: ReturnType<Pack['entry']>, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closed = once(sink, 'close')
  // It is awaited below, and before that where the sink is full.
  closed.catch(() => undefined)
  for await (const chunk of chunks) {
    if (sink.destroying) break
    if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), closed])
  }
  sink.end(null)
  await closed
}

async function addEntry(archive: Pack, header: EntryHeader, content = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    archive.entry(header, content, (error) => (error ? reject(error) : resolve()))
  })
}

function measure(onBytes: OnBytes): { readonly through: Transform; readonly result: () => BackedUpFile } {
  const digest = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: digest.digest('hex') }) }
}

async function* walk(directory: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(`${directory}/${prefix}`, { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* walk(directory, `${prefix}${entry.name}/`)
    else yield `${prefix}${entry.name}`
  }
}

/** The library types what it yields as unknown. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the archive yields something other than bytes')
    yield chunk
  }
}

async function readManifest(entry: Entry): Promise<BackupManifest> {
  if (entry.header.size > manifestBytesMax) throw new BackupError('its manifest is damaged')
  return parseBackupManifest(await text(bytesOf(entry)))
}

/** What zstd and tar say of damaged input, in words for whoever restores. The system's errors are passed on. */
function explain(error: unknown): unknown {
  if (error instanceof BackupError) return error
  if (error instanceof ServiceError) return new BackupError(error.message, { cause: error })
  const code = errnoOf(error) ?? ''
  const said = error instanceof Error ? error.message : String(error)
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(said))
    return new BackupError('it is cut off', { cause: error })
  if (
    code.startsWith('ZSTD_') ||
    code.startsWith('ERR_ZLIB') ||
    code === 'ERR_BUFFER_TOO_LARGE' ||
    /tar header|invalid/i.test(said)
  )
    return new BackupError(`it is damaged (${said})`, { cause: error })
  return error
}
