/** The store suite on a real S3 server, and what operators read when a setting is wrong. */
import { randomBytes, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { checkStore } from '@cay/blobs/app/check-store.ts'
import { defaultRetryPolicy } from '@cay/blobs/app/retry-policy.ts'
import { httpSender } from '@cay/blobs/edge/http-request.ts'
import { presignedS3Client } from '@cay/blobs/edge/presigned-client.ts'
import { s3Store } from '@cay/blobs/edge/s3-store.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { S3Location } from '@cay/kit/blobs-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, bytesOf, describeBlobStore } from '../suites/blob-store.ts'
import { type SwiftServer, startSwift, swiftOwner, swiftUnprivileged } from '../support/swift-server.ts'
import { swiftTree } from '../support/swift-tree.ts'

const treeMsMax = 20 * 60_000
const tree = await swiftTree().catch((error: unknown) => {
  console.log(`skipped: the S3 server for tests cannot be made on this machine: ${String(error)}`)
  return undefined
})
const send = httpSender()
const retryPolicy = defaultRetryPolicy
const signal = new AbortController().signal

describe.skipIf(tree === undefined)('OpenStack Swift', () => {
  let swift: SwiftServer
  let location: S3Location

  beforeAll(async () => {
    swift = await startSwift(tree ?? '')
    location = await swift.createBucket('cay-tests')
  }, treeMsMax)
  afterAll(() => swift[Symbol.asyncDispose]())

  const open = (
    more: Partial<S3Location> = {},
    credentials = swiftOwner as { accessKey: string; secretKey: string },
  ) => s3Store({ location: { ...location, ...more }, credentials, send })

  describeBlobStore('on a real S3 server', async () => ({
    store: open({ prefix: `${randomUUID()}/` }),
    client: presignedS3Client(send),
    stop: async () => undefined,
  }))

  test('a store with the right settings passes the check, which leaves nothing', async () => {
    const store = open({ prefix: 'checked/' })
    await checkStore(store, { retryPolicy, signal })
    expect(await Array.fromAsync(store.list(''))).toEqual([])
  })

  const sentenceOf = async (store: BlobStore) =>
    await checkStore(store, { retryPolicy, signal }).then(
      () => 'passed',
      (error: unknown) => {
        expect(inspect(error, { depth: 20 })).not.toMatch(
          /owner-secret|unprivileged-secret|wrong-secret|Signature=/,
        )
        return error instanceof Error ? error.message : String(error)
      },
    )

  test('a wrong secret is told with its setting', async () => {
    const store = open({}, { ...swiftOwner, secretKey: 'wrong-secret' })
    expect(await sentenceOf(store)).toMatch(
      /^the store at 127\.0\.0\.1:\d+ refuses the signature: check CAY_BLOBS_SECRET_KEY/,
    )
  })

  test('an access key that the store does not know is told with its setting', async () => {
    const store = open({}, { accessKey: 'test:nobody', secretKey: 'x' })
    expect(await sentenceOf(store)).toMatch(/CAY_BLOBS_(ACCESS|SECRET)_KEY/)
  })

  test('a bucket that does not exist is told by name', async () => {
    expect(await sentenceOf(open({ bucket: 'not-there' }))).toMatch(
      /^bucket "not-there" of CAY_BLOBS_URL does not exist at/,
    )
  })

  test('a key without the right to write is told by that right', async () => {
    expect(await sentenceOf(open({}, swiftUnprivileged))).toBe(
      'the access key lacks the right s3:PutObject for bucket "cay-tests" of CAY_BLOBS_URL',
    )
  })

  test('a clock that is an hour ahead is told as such', async () => {
    const clock = () => new Date(Date.now() + 3_600_000)
    const store = s3Store({ location, credentials: swiftOwner, send, clock })
    expect(await sentenceOf(store)).toMatch(/^the clock of this machine .*synchronise it$/)
  })

  test('another region than that of the bucket is told', async () => {
    expect(await sentenceOf(open({ region: 'mars-1' }))).toContain('region=')
  })

  test('TLS against a port without it is told with the parameter that turns it off', async () => {
    const endpoint = location.endpoint.replace('http:', 'https:')
    expect(await sentenceOf(open({ endpoint }))).toContain('add tls=off')
  })

  test('a presigned URL that has expired is denied, and does not stand in the error', async () => {
    const store = open()
    const key = `s/${randomUUID()}/0`
    await store.put(key, bodyOf(Buffer.from('x')))
    const past = s3Store({
      location,
      credentials: swiftOwner,
      send,
      clock: () => new Date(Date.now() - 120_000),
    })
    const link = await past.presignGet(key, 60)
    const error: unknown = await presignedS3Client(send)
      .get(link)
      .catch((failure: unknown) => failure)
    expect(error).toMatchObject({ reason: 'denied' })
    expect(inspect(error, { depth: 20 })).not.toContain('X-Amz')
  })

  test('a presigned URL whose signature was altered is refused', async () => {
    const link = await open().presignGet(`s/${randomUUID()}/0`, 60)
    const url = link.url.replace(/Signature=./, (first) => `Signature=${first.endsWith('0') ? '1' : '0'}`)
    await expect(presignedS3Client(send).get({ ...link, url })).rejects.toMatchObject({
      reason: 'credentials',
    })
  })

  test('an object of 64 MiB is one put and one get', async () => {
    const store = open()
    const key = `s/${randomUUID()}/0`
    const body = bodyOf(randomBytes(32 * 2 ** 20), randomBytes(32 * 2 ** 20))
    await store.put(key, body)
    expect(bodyOf(await bytesOf(await store.get(key))).sha256).toBe(body.sha256)
    await store.delete(key)
  })

  test('a body that differs from its digest is not stored', async () => {
    const store = open()
    const key = `s/${randomUUID()}/0`
    const body = { ...bodyOf(Buffer.from('one')), parts: [Buffer.from('two')] }
    await expect(store.put(key, body)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(await store.head(key)).toBeUndefined()
  })
})
