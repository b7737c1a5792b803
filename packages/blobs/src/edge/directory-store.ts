/**
 * A store in a directory: one that all machines of an installation have mounted, or one of a single machine. An object is
 * a file. A link to it is its path, which is of use only to a process that has the directory and its rights.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isErrno } from '@cay/kit/host/errno.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import { isObjectKey } from '../dialect/object-keys.ts'
import type { BlobBody, BlobDownload, ByteRange } from '../ports/blob.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { BlobStore, ListedBlob } from '../ports/blob-store.ts'
import type { PresignedClient, PresignedRequest } from '../ports/presigned.ts'
import { explainDirectoryError } from './directory-errors.ts'

/** `directory`: absolute; it is never created here, so that a file system that is not mounted is noticed. */
export function directoryStore(directory: string): BlobStore {
  const within = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task()
    } catch (error) {
      throw await explainDirectoryError(error, directory)
    }
  }
  const pathOf = (key: string) => join(directory, checked(key))
  const linkTo = (method: 'GET' | 'PUT', key: string, seconds: number): PresignedRequest => {
    const url = pathToFileURL(pathOf(key))
    url.search = new URLSearchParams({ method, expires: String(Date.now() + seconds * 1000) }).toString()
    return { method, url: url.href, headers: {} }
  }
  return {
    location: pathToFileURL(directory).href,
    put: (key, body, signal) => within(() => putFile(directory, pathOf(key), { body, signal })),
    get: (key, range) => within(() => getFile(pathOf(key), { key, range, within })),
    head: (key) =>
      within(async () => {
        const found = await statOrNothing(pathOf(key))
        if (found === undefined) await stat(directory)
        return found === undefined ? undefined : { bytes: found.size, sha256: undefined }
      }),
    delete: (key) => within(() => removeFile(directory, pathOf(key))),
    list: (prefix) => listFiles(directory, prefix),
    presignGet: async (key, seconds) => linkTo('GET', key, seconds),
    presignPut: async (key, _body, seconds) => linkTo('PUT', key, seconds),
  }
}

/** Follows links into one directory, and into no other. */
export function directoryClient(directory: string): PresignedClient {
  const store = directoryStore(directory)
  const root = `${pathToFileURL(directory).href}/`
  const keyFor = (method: 'GET' | 'PUT', { url }: PresignedRequest) => {
    const { href, searchParams, search } = new URL(url)
    const isOurs = href.startsWith(root) && searchParams.get('method') === method
    if (!isOurs) throw new BlobError('denied', `a link to an object leads out of the directory ${directory}`)
    if (Number(searchParams.get('expires')) <= Date.now())
      throw new BlobError('denied', 'a link to an object has expired')
    return href.slice(root.length, -search.length)
  }
  return {
    put: async (request, body, signal) => store.put(keyFor('PUT', request), body, signal),
    get: async (request, range, signal) => store.get(keyFor('GET', request), range, signal),
  }
}

function checked(key: string): string {
  if (!isObjectKey(key)) throw new BlobError('unexpected', `${JSON.stringify(key)} is no key of an object`)
  return key
}

/** Files that are being written. */
const stagingName = '.incoming'

interface PutOptions {
  readonly body: BlobBody
  readonly signal: AbortSignal | undefined
}

async function putFile(root: string, path: string, { body, signal }: PutOptions): Promise<void> {
  await stat(root)
  const staging = join(root, stagingName)
  await makeDirectory(staging)
  const aside = join(staging, randomBytes(12).toString('hex'))
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      for (const part of body.parts) {
        signal?.throwIfAborted()
        await file.appendFile(part)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await makeParents(root, path)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  await syncDirectory(dirname(path))
}

/** Never the root itself. */
async function makeParents(root: string, path: string): Promise<void> {
  const segments = dirname(path)
    .slice(root.length + 1)
    .split('/')
  for (const [index] of segments.entries()) await makeDirectory(join(root, ...segments.slice(0, index + 1)))
}

async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!isErrno(error, 'EEXIST')) throw error
  })
}

interface GetOptions {
  readonly key: string
  readonly range: ByteRange | undefined
  readonly within: <T>(task: () => Promise<T>) => Promise<T>
}

async function getFile(path: string, { key, range, within }: GetOptions): Promise<BlobDownload> {
  const found = await statOrNothing(path)
  if (found === undefined) throw new BlobError('not_found', `object ${key} does not exist`)
  const { offset, bytes } = range ?? { offset: 0, bytes: found.size }
  const length = Math.max(0, Math.min(bytes, found.size - offset))
  return { bytes: length, chunks: chunksOf(path, { offset, bytes: length, within }) }
}

const chunkBytes = 1024 * 1024

async function* chunksOf(
  path: string,
  { offset, bytes, within }: ByteRange & Pick<GetOptions, 'within'>,
): AsyncGenerator<Uint8Array> {
  const file = await within(() => open(path, 'r'))
  try {
    for (let read = 0; read < bytes; ) {
      const length = Math.min(chunkBytes, bytes - read)
      const chunk = await within(() => readSome(file, offset + read, length))
      if (chunk.length === 0) return
      read += chunk.length
      yield chunk
    }
  } finally {
    await file.close()
  }
}

async function readSome(file: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** The directory of an artifact goes with its last object. */
async function removeFile(root: string, path: string): Promise<void> {
  await stat(root)
  await rm(path, { force: true })
  await rmdir(dirname(path)).catch((error: unknown) => {
    if (!isErrno(error, 'ENOTEMPTY', 'ENOENT', 'EEXIST')) throw error
  })
}

async function* listFiles(root: string, prefix: string): AsyncGenerator<ListedBlob> {
  const keys = await keysBelow(root).catch(async (error: unknown) => {
    throw await explainDirectoryError(error, root)
  })
  for (const key of keys.filter((candidate) => candidate.startsWith(prefix))) {
    // One that was deleted meanwhile is none to list.
    const found = await statOrNothing(join(root, key))
    if (found !== undefined) yield { key, bytes: found.size, modifiedAtMs: found.mtimeMs }
  }
}

async function keysBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter(isObjectKey)
    .sort()
}

async function statOrNothing(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
