/**
 * Exports all differences between the root file system and its template as an archive: directories with their
 * metadata, except those known to be unchanged; every other entry that was created or modified since, with its full
 * content; and finally the template's paths that were deleted. Nothing may change the file system during the export.
 * Mounts over the root, the daemon's own files and sockets are left out.
 */

import { pack as createPack, type Pack } from 'tar-stream'
import { deletionsName, toHeader } from '../../dialect/root-changes/change-archive.ts'
import type { PathList } from '../../dialect/root-changes/path-list.ts'
import { renderSparseMap } from '../../dialect/root-changes/sparse-map.ts'
import type { FileContent, FoundEntry, RootFiles, StoppedProcesses } from '../../ports/root-files.ts'
import { isDaemonPath } from './daemon-path.ts'

export interface ExportInput {
  readonly rootFiles: RootFiles
  readonly processes: StoppedProcesses
  /** The paths of the template's file system. */
  readonly paths: PathList
}

/** Output is joined into chunks of at least this size: a single entry alone produces five small pieces. */
const joinedBytesMin = 128 * 1024

/** Throws whatever failed. An archive without its last entry is invalid. */
export async function* exportChanges(input: ExportInput): AsyncGenerator<Buffer> {
  const pack = createPack()
  const filling = fill(pack, input).catch((error: unknown) =>
    pack.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    yield* joined(pack as AsyncIterable<Buffer>)
  } finally {
    pack.destroy()
    await filling
  }
}

async function fill(pack: Pack, { rootFiles, processes, paths }: ExportInput): Promise<void> {
  using view = rootFiles.open()
  const onPath = (path: Buffer) => paths.see(path)
  const isUnchanged = (path: Buffer, changedNs: bigint) => paths.seeUnchanged(path, changedNs)
  const listener = { onPath, isUnchanged, isLeftOut: isDaemonPath }
  for await (const found of view.walk(listener)) await addFound(pack, found)
  processes.assertStopped()
  await addDeletions(pack, paths)
  pack.finalize()
}

async function addFound(pack: Pack, { entry, content }: FoundEntry): Promise<void> {
  const extents = await content?.extents()
  if (content === undefined) await addEntry(pack, toHeader(entry))
  else if (extents === undefined) {
    await addEntry(pack, toHeader(entry), content.read([{ offset: 0, length: entry.size }]))
  } else {
    const map = renderSparseMap(extents)
    const storedBytes = extents.reduce((sum, { length }) => sum + length, map.length)
    await addEntry(pack, toHeader(entry, storedBytes), behind(map, content.read(extents)))
  }
}

async function* behind(map: Buffer, data: ReturnType<FileContent['read']>): AsyncGenerator<Buffer> {
  yield map
  yield* data
}

async function addDeletions(pack: Pack, paths: PathList): Promise<void> {
  const gone: Buffer[] = []
  for (const path of paths.unseen()) if (!isDaemonPath(path)) gone.push(path, Buffer.alloc(1))
  const list = Buffer.concat(gone)
  const looks = { kind: 'file', mode: 0o600, uid: 0, gid: 0, modifiedNs: 0n, attributes: [] } as const
  await addEntry(pack, toHeader({ ...looks, path: Buffer.from(deletionsName), size: list.length }), [list])
}

/** Resolves when the archive has accepted the entry; throws if the archive was destroyed. */
async function addEntry(
  pack: Pack,
  header: ReturnType<typeof toHeader>,
  content: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): Promise<void> {
  const taken = Promise.withResolvers<void>()
  const sink = pack.entry(header, (error) => (error == null ? taken.resolve() : taken.reject(error)))
  // The error is reported through `taken`.
  sink.on('error', () => undefined)
  if (header.type === 'file') {
    let wake: () => void = () => undefined
    sink.on('drain', () => wake())
    sink.on('close', () => wake())
    for await (const bytes of content) {
      if (sink.destroying) break
      if (!sink.write(bytes)) await new Promise<void>((resolve) => (wake = resolve))
    }
    sink.end(null)
  }
  await taken.promise
}

async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    const isLarge = piece.length >= joinedBytesMin
    if (!isLarge) {
      waiting.push(piece)
      bytes += piece.length
    }
    if (bytes > 0 && (isLarge || bytes >= joinedBytesMin)) {
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
    if (isLarge) yield piece
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
