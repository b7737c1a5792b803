/** What a store of objects must do, whichever it is. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { contentKey } from '@cay/blobs/dialect/object-keys.ts'
import type { BlobBody, BlobDownload } from '@cay/blobs/ports/blob.ts'
import { isBlobError } from '@cay/blobs/ports/blob-error.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { PresignedClient } from '@cay/blobs/ports/presigned.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

export interface StoreUnderTest {
  readonly store: BlobStore
  readonly client: PresignedClient
  stop(): Promise<void>
}

export function bodyOf(...parts: readonly Uint8Array[]): BlobBody {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return { bytes: parts.reduce((sum, { length }) => sum + length, 0), sha256: hash.digest('hex'), parts }
}

export async function bytesOf({ chunks }: BlobDownload): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

const artifact = () => `s/${randomUUID()}`
const linkSeconds = 300

export function describeBlobStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`blob store, ${name}`, () => {
    let under: StoreUnderTest
    let store: BlobStore
    beforeEach(async () => {
      under = await make()
      store = under.store
    })
    afterEach(async () => under.stop())

    test('an object is read back as it was put, in one part or in many', async () => {
      const parts = [randomBytes(3_000_000), randomBytes(1), randomBytes(70_000)]
      const key = contentKey(bodyOf(...parts).sha256)
      await store.put(key, bodyOf(...parts))
      const download = await store.get(key)
      expect(download.bytes).toBe(3_070_001)
      expect((await bytesOf(download)).equals(Buffer.concat(parts))).toBe(true)
    })

    test('an object of no bytes can be stored', async () => {
      const key = `${artifact()}/0`
      await store.put(key, bodyOf())
      expect(await bytesOf(await store.get(key))).toHaveLength(0)
      expect((await store.head(key))?.bytes).toBe(0)
    })

    test('a range is that part of the object', async () => {
      const bytes = randomBytes(100_000)
      const key = `${artifact()}/0`
      await store.put(key, bodyOf(bytes))
      const download = await store.get(key, { offset: 70_000, bytes: 1_000 })
      expect(download.bytes).toBe(1_000)
      expect((await bytesOf(download)).equals(bytes.subarray(70_000, 71_000))).toBe(true)
    })

    test('head tells the length, and the digest where the store keeps it', async () => {
      const body = bodyOf(randomBytes(1234))
      const key = `${artifact()}/0`
      await store.put(key, body)
      const stat = await store.head(key)
      expect(stat?.bytes).toBe(1234)
      expect([body.sha256, undefined]).toContain(stat?.sha256)
    })

    test('an object that does not exist is told apart from every other failure', async () => {
      const key = `${artifact()}/0`
      expect(await store.head(key)).toBeUndefined()
      const error: unknown = await store.get(key).catch((failure: unknown) => failure)
      expect(isBlobError(error, 'not_found')).toBe(true)
      expect(String(error)).toContain(key)
    })

    test('a put replaces the object', async () => {
      const key = `${artifact()}/0`
      await store.put(key, bodyOf(Buffer.from('the first, and longer')))
      await store.put(key, bodyOf(Buffer.from('the second')))
      expect((await bytesOf(await store.get(key))).toString()).toBe('the second')
    })

    test('a delete removes the object, and succeeds when it does not exist', async () => {
      const key = `${artifact()}/0`
      await store.put(key, bodyOf(Buffer.from('x')))
      await store.delete(key)
      expect(await store.head(key)).toBeUndefined()
      await store.delete(key)
    })

    test('a list has the keys below a prefix, in order, with length and time', async () => {
      const [mine, other] = [artifact(), artifact()]
      for (const key of [`${mine}/1`, `${mine}/0`, `${other}/0`])
        await store.put(key, bodyOf(Buffer.from(key)))
      const listed = await Array.fromAsync(store.list(`${mine}/`))
      expect(listed.map(({ key }) => key)).toEqual([`${mine}/0`, `${mine}/1`])
      expect(listed.map(({ bytes }) => bytes)).toEqual([`${mine}/0`.length, `${mine}/1`.length])
      for (const { modifiedAtMs } of listed) expect(Math.abs(modifiedAtMs - Date.now())).toBeLessThan(600_000)
    })

    test('a presigned put stores one object, and a presigned get reads it', async () => {
      const key = `${artifact()}/0`
      const body = bodyOf(randomBytes(200_000), randomBytes(5))
      await under.client.put(await store.presignPut(key, body, linkSeconds), body)
      expect((await store.head(key))?.bytes).toBe(200_005)
      const link = await store.presignGet(key, linkSeconds)
      expect((await bytesOf(await under.client.get(link))).equals(Buffer.concat(body.parts))).toBe(true)
      const range = await under.client.get(link, { offset: 10, bytes: 20 })
      expect((await bytesOf(range)).equals(Buffer.concat(body.parts).subarray(10, 30))).toBe(true)
    })

    test('a presigned get of an object that does not exist says so', async () => {
      const key = `${artifact()}/0`
      const got = under.client.get(await store.presignGet(key, linkSeconds))
      await expect(got).rejects.toMatchObject({ reason: 'not_found' })
    })

    test('a presigned request is of no use for another object', async () => {
      const [own, other] = [`${artifact()}/0`, `${artifact()}/0`]
      const body = bodyOf(Buffer.from('mine'))
      await store.put(other, bodyOf(Buffer.from('not mine')))
      const link = await store.presignGet(own, linkSeconds)
      const turned = { ...link, url: link.url.replace(own, other) }
      if (store.location.startsWith('s3:')) {
        await expect(under.client.get(turned)).rejects.toMatchObject({ reason: 'credentials' })
      }
      const asPut = { ...(await store.presignGet(own, linkSeconds)), method: 'PUT' as const }
      await expect(under.client.put(asPut, body)).rejects.toSatisfy((error) => isBlobError(error))
      expect(await store.head(own)).toBeUndefined()
    })

    test('a call whose signal fires ends with its reason', async () => {
      const reason = new Error('enough')
      const put = store.put(`${artifact()}/0`, bodyOf(randomBytes(1000)), AbortSignal.abort(reason))
      await expect(put).rejects.toBe(reason)
    })
  })
}
