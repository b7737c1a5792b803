/**
 * A store in memory whose faults are chosen by a test: each call may be slow, fail with 5xx, break in the middle, lose its
 * response after it was executed, or return wrong bytes. Presigned requests are executed by `presigned`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobBody, BlobDownload, ByteRange } from '../ports/blob.ts'
import { BlobError } from '../ports/blob-error.ts'
import type { BlobStat, BlobStore, ListedBlob } from '../ports/blob-store.ts'
import type { PresignedClient, PresignedRequest } from '../ports/presigned.ts'

export type StoreVerb = 'put' | 'get' | 'head' | 'delete' | 'list'

export type StoreFault =
  /** 503; nothing was executed. */
  | { readonly kind: 'unavailable' }
  /** Of a get: the connection breaks after that many bytes. Of others: before they are executed. */
  | { readonly kind: 'broken'; readonly afterBytes: number }
  /** Executed, but the response does not arrive. */
  | { readonly kind: 'lost_response' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** Of a get: the byte at that place is another one. */
  | { readonly kind: 'wrong_byte'; readonly at: number }

export interface MemoryStoreOptions {
  /** Called for each request. */
  readonly fault?: (verb: StoreVerb, key: string) => StoreFault | undefined
  readonly nowMs?: () => number
}

export interface MemoryStore extends BlobStore {
  /** For tests to alter. */
  readonly objects: Map<string, StoredObject>
  /** Of all requests, in order. */
  readonly requests: { readonly verb: StoreVerb; readonly key: string }[]
  readonly presigned: PresignedClient
}

export interface StoredObject {
  readonly bytes: Buffer
  readonly sha256: string
  readonly modifiedAtMs: number
}

/** Small, so that a get has several. */
const chunkBytes = 16 * 1024

export function createMemoryStore({
  fault = () => undefined,
  nowMs = Date.now,
}: MemoryStoreOptions = {}): MemoryStore {
  const objects = new Map<string, StoredObject>()
  const requests: { verb: StoreVerb; key: string }[] = []

  /** Executes the request with the fault that the test has chosen for it. */
  const execute = async <T>(
    verb: StoreVerb,
    key: string,
    signal: AbortSignal | undefined,
    effect: () => T,
  ) => {
    signal?.throwIfAborted()
    requests.push({ verb, key })
    const chosen = fault(verb, key)
    if (chosen?.kind === 'slow') await sleep(chosen.ms, undefined, signal === undefined ? {} : { signal })
    if (chosen?.kind === 'unavailable') throw new BlobError('unavailable', 'the store answered 503')
    if (chosen?.kind === 'denied') throw new BlobError('denied', `the store does not allow to ${verb} ${key}`)
    if (chosen?.kind === 'broken' && verb !== 'get') throw broken()
    const result = effect()
    if (chosen?.kind === 'lost_response') throw broken()
    return { result, chosen }
  }

  const store: BlobStore = {
    location: 'memory:',
    async put(key, body, signal) {
      const { sha256, parts } = body
      await execute('put', key, signal, () =>
        objects.set(key, { bytes: Buffer.concat(parts), sha256, modifiedAtMs: nowMs() }),
      )
    },
    async get(key, range, signal): Promise<BlobDownload> {
      const { result, chosen } = await execute('get', key, signal, () => slice(objects.get(key), key, range))
      return { bytes: result.length, chunks: chunksOf(result, chosen) }
    },
    async head(key, signal): Promise<BlobStat | undefined> {
      const { result } = await execute('head', key, signal, () => objects.get(key))
      return result === undefined ? undefined : { bytes: result.bytes.length, sha256: result.sha256 }
    },
    async delete(key, signal) {
      await execute('delete', key, signal, () => objects.delete(key))
    },
    async *list(prefix, signal): AsyncIterable<ListedBlob> {
      const { result } = await execute('list', prefix, signal, () =>
        [...objects].sort(([a], [b]) => (a < b ? -1 : 1)),
      )
      for (const [key, { bytes, modifiedAtMs }] of result)
        if (key.startsWith(prefix)) yield { key, bytes: bytes.length, modifiedAtMs }
    },
    presignGet: async (key, seconds) => link('GET', key, { expiresAtMs: nowMs() + seconds * 1000 }),
    presignPut: async (key, body, seconds) =>
      link('PUT', key, { expiresAtMs: nowMs() + seconds * 1000, ...body }),
  }
  return { ...store, objects, requests, presigned: simulatedClient(store, nowMs) }
}

interface Terms extends Partial<Omit<BlobBody, 'parts'>> {
  readonly expiresAtMs: number
}

function link(method: 'GET' | 'PUT', key: string, terms: Terms): PresignedRequest {
  const query = new URLSearchParams({ method, expires: String(terms.expiresAtMs) })
  return { method, url: `memory:${key}?${query}`, headers: {} }
}

function simulatedClient(store: BlobStore, nowMs: () => number): PresignedClient {
  const keyFor = (method: 'GET' | 'PUT', { url }: PresignedRequest) => {
    const { pathname, searchParams } = new URL(url)
    if (searchParams.get('method') !== method || Number(searchParams.get('expires')) <= nowMs())
      throw new BlobError('denied', 'the presigned URL has expired or is for another request')
    return pathname
  }
  return {
    put: async (request, body, signal) => store.put(keyFor('PUT', request), body, signal),
    get: async (request, range, signal) => store.get(keyFor('GET', request), range, signal),
  }
}

function slice(object: StoredObject | undefined, key: string, range: ByteRange | undefined): Buffer {
  if (object === undefined) throw new BlobError('not_found', `object ${key} does not exist`)
  const { offset, bytes } = range ?? { offset: 0, bytes: object.bytes.length }
  if (offset > 0 && offset >= object.bytes.length)
    throw new BlobError('unexpected', `object ${key} has no byte ${offset}`)
  return object.bytes.subarray(offset, offset + bytes)
}

async function* chunksOf(bytes: Buffer, fault: StoreFault | undefined): AsyncGenerator<Uint8Array> {
  const altered = fault?.kind === 'wrong_byte' ? withWrongByte(bytes, fault.at) : bytes
  const end = fault?.kind === 'broken' ? Math.min(fault.afterBytes, bytes.length) : bytes.length
  for (let offset = 0; offset < end; offset += chunkBytes)
    yield altered.subarray(offset, Math.min(offset + chunkBytes, end))
  if (fault?.kind === 'broken') throw broken()
}

function withWrongByte(bytes: Buffer, at: number): Buffer {
  const altered = Buffer.from(bytes)
  const index = at % Math.max(1, altered.length)
  altered[index] = (altered[index] ?? 0) ^ 1
  return altered
}

const broken = () => new BlobError('unreachable', 'the connection to the store broke')
