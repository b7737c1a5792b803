/**
 * Applies an archive of changes to the root file system of a sandbox that has just booted. After a failure the file
 * system is in an undefined state, and the sandbox must be discarded.
 */

import { ServiceError } from '@cay/core/errors.ts'
import { extract as createExtract, type Extract, type Header } from 'tar-stream'
import { assertPath, deletionsName, fromHeader, invalid } from '../../dialect/root-changes/change-archive.ts'
import { sparsePieces } from '../../dialect/root-changes/sparse-map.ts'
import type { ProcessTable } from '../../ports/process.ts'
import type { Pieces, RootFiles, TreeWriter } from '../../ports/root-files.ts'
import { failureCode } from '../filesystem/system-failure.ts'
import { isDaemonPath } from './daemon-path.ts'

export interface ImportDeps {
  readonly rootFiles: RootFiles
  readonly processTable: ProcessTable
}

/** Size limit of the list of deleted paths, in bytes. */
const deletionBytesMax = 64 * 1024 * 1024

/**
 * Throws `conflict` if any process is already running, and `request_invalid` if the input is not a complete archive
 * in the expected order.
 */
export async function importChanges(deps: ImportDeps, archive: AsyncIterable<Buffer>): Promise<void> {
  if (deps.processTable.alive().length > 0) {
    throw new ServiceError('conflict', 'changes can be imported only before the first process starts')
  }
  using view = deps.rootFiles.open()
  using writer = view.openWriter()
  const extract = createExtract()
  const feeding = feed(archive, extract)
  try {
    await apply(writer, extract)
  } catch (error) {
    throw failureCode(error) === undefined ? invalid(messageOf(error)) : error
  } finally {
    extract.destroy()
    await feeding
  }
}

async function apply(writer: TreeWriter, extract: Extract): Promise<void> {
  let deletions: Buffer | undefined
  for await (const source of extract) {
    if (deletions !== undefined) throw invalid('something behind its end')
    const content = source as AsyncIterable<Buffer>
    if (source.header.name === deletionsName) deletions = await readDeletions(source.header, content)
    else await applyEntry(writer, source.header, content)
  }
  if (deletions === undefined) throw invalid('its end is missing')
  for (const path of pathsIn(deletions)) await writer.remove(path)
  writer.finish()
}

async function applyEntry(writer: TreeWriter, header: Header, content: AsyncIterable<Buffer>): Promise<void> {
  const { entry, isSparse } = fromHeader(header)
  if (isDaemonPath(entry.path)) throw invalid(`the path '${entry.path.toString()}'`)
  if (entry.kind !== 'file') await writer.add(entry)
  else await writer.add(entry, isSparse ? sparsePieces(content, entry.size) : wholePieces(content))
}

async function* wholePieces(content: AsyncIterable<Buffer>): Pieces {
  let offset = 0
  for await (const bytes of content) {
    yield { offset, bytes }
    offset += bytes.length
  }
}

async function readDeletions({ size }: Header, content: AsyncIterable<Buffer>): Promise<Buffer> {
  if (size > deletionBytesMax) throw invalid('more is gone than a template has')
  const pieces: Buffer[] = []
  for await (const bytes of content) pieces.push(bytes)
  return Buffer.concat(pieces)
}

function* pathsIn(deletions: Buffer): Generator<Buffer> {
  for (let at = 0; at < deletions.length; ) {
    const end = deletions.indexOf(0, at)
    if (end < 0) throw invalid('a path that is cut off')
    const path = deletions.subarray(at, end)
    assertPath(path)
    if (path.length === 0 || isDaemonPath(path)) throw invalid(`the path '${path.toString()}'`)
    yield path
    at = end + 1
  }
}

/** Never throws: a failure surfaces as an error of the reader. */
async function feed(archive: AsyncIterable<Buffer>, extract: Extract): Promise<void> {
  let wake: () => void = () => undefined
  extract.on('drain', () => wake())
  extract.on('close', () => wake())
  try {
    for await (const bytes of archive) {
      if (extract.destroying) return
      if (!extract.write(bytes)) await new Promise<void>((resolve) => (wake = resolve))
    }
    extract.end(null)
  } catch (error) {
    extract.destroy(new Error(`it broke off: ${messageOf(error)}`, { cause: error }))
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
