/**
 * Lists a directory of a volume, parents before their children, in the order of names. What a sandbox made of its directories
 * decides neither how much memory nor how much time that takes.
 */
import { opendir } from 'node:fs/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { readEntry } from './entry.ts'

export interface ListBounds {
  readonly entriesMax: number
  /** Of the answer. */
  readonly bytesMax: number
  readonly msMax: number
}

export const listBounds: ListBounds = { entriesMax: 20_000, bytesMax: 16 * 1024 * 1024, msMax: 30_000 }

export interface ListRequest {
  readonly path: string
  /** Levels. */
  readonly depth: number
  /** The id on the node that is 0 in sandboxes. */
  readonly uidBase: number
  /** False when the client has left. */
  readonly isWanted: () => boolean
}

interface Listing extends ListRequest {
  readonly bounds: ListBounds
  readonly untilMs: number
  readonly texts: string[]
  bytes: number
}

/** Resolves with JSON. Throws ServiceError `list_too_large`. */
export async function listEntries(request: ListRequest, bounds = listBounds): Promise<string> {
  const untilMs = performance.now() + bounds.msMax
  const listing: Listing = { ...request, bounds, untilMs, texts: [], bytes: 0 }
  await listDirectory(listing, request.path, request.depth)
  return `[${listing.texts.join(',')}]`
}

async function listDirectory(listing: Listing, path: string, depth: number): Promise<void> {
  for (const name of (await readNames(listing, path)).sort()) {
    if (!listing.isWanted()) return
    const entryPath = path === '/' ? `/${name}` : `${path}/${name}`
    const entry = await unlessGone(() => readEntry(entryPath, listing.uidBase))
    if (entry === undefined) continue
    add(listing, JSON.stringify(entry))
    if (entry.type === 'directory' && depth > 1) await listBelow(listing, entryPath, depth - 1)
  }
}

/** Sandboxes change the tree meanwhile. */
async function listBelow(listing: Listing, path: string, depth: number): Promise<void> {
  try {
    await listDirectory(listing, path, depth)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

async function readNames({ texts, bounds }: Listing, path: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(path)) {
    if (texts.length + names.length >= bounds.entriesMax) throw tooLarge(bounds)
    names.push(name)
  }
  return names
}

function add(listing: Listing, text: string): void {
  const { bounds, texts, untilMs } = listing
  listing.bytes += Buffer.byteLength(text)
  if (texts.length >= bounds.entriesMax || listing.bytes > bounds.bytesMax || performance.now() > untilMs)
    throw tooLarge(bounds)
  texts.push(text)
}

function tooLarge({ entriesMax, bytesMax, msMax }: ListBounds): ServiceError {
  return new ServiceError(
    'list_too_large',
    `the list has more than ${entriesMax} entries or ${bytesMax} bytes, or takes more than ${msMax / 1000} seconds: list fewer levels, or a directory below`,
  )
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    // A name that is not UTF-8 is longer as text, and there is no entry of that.
    if (isErrno(error, 'ENOENT', 'ENAMETOOLONG')) return undefined
    throw error
  }
}
