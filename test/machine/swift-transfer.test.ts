/** Artifacts on a real S3 server: through connections that break, with credentials and with presigned links. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directAccess, isStored } from '@cay/blobs/app/direct-access.ts'
import { downloadArtifact } from '@cay/blobs/app/download-artifact.ts'
import { linkedAccess } from '@cay/blobs/app/linked-access.ts'
import { createTransferLimits } from '@cay/blobs/app/transfer-limits.ts'
import { uploadArtifact } from '@cay/blobs/app/upload-artifact.ts'
import { directorySink } from '@cay/blobs/edge/directory-sink.ts'
import { directorySource } from '@cay/blobs/edge/directory-source.ts'
import { frameWorkers } from '@cay/blobs/edge/frame-workers.ts'
import { httpSender } from '@cay/blobs/edge/http-request.ts'
import { presignedS3Client } from '@cay/blobs/edge/presigned-client.ts'
import { s3Store } from '@cay/blobs/edge/s3-store.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { ObjectAccess } from '@cay/blobs/ports/object-access.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf } from '../suites/blob-store.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { type SwiftServer, startSwift, swiftOwner } from '../support/swift-server.ts'
import { swiftTree } from '../support/swift-tree.ts'

const treeMsMax = 20 * 60_000
const tree = await swiftTree().catch((error: unknown) => {
  console.log(`skipped: the S3 server for tests cannot be made on this machine: ${String(error)}`)
  return undefined
})
const retryPolicy = { withinMs: 60_000, firstDelayMs: 10, delayMsMax: 200 }
const limits = createTransferLimits(frameWorkers(2), { objectBytes: 4 * 2 ** 20 })
const never = new AbortController().signal

describe.skipIf(tree === undefined)('artifacts on OpenStack Swift', () => {
  let swift: SwiftServer
  let directory: string

  beforeAll(async () => {
    swift = await startSwift(tree ?? '')
    await swift.createBucket('artifacts')
  }, treeMsMax)
  afterAll(() => swift[Symbol.asyncDispose]())
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cay-transfer-'))
    await mkdir(join(directory, 'from/checkpoint'), { recursive: true })
    await writeFile(join(directory, 'from/checkpoint/pages.img'), randomBytes(18 * 2 ** 20))
    await writeFile(join(directory, 'from/checkpoint/checkpoint.img'), randomBytes(300_000))
    await writeFile(join(directory, 'from/files.tar'), Buffer.alloc(9 * 2 ** 20, 'text '))
  })
  afterEach(() => rm(directory, { recursive: true }))

  const storeAt = (endpoint: string): BlobStore =>
    s3Store({
      location: { kind: 's3', endpoint, bucket: 'artifacts', prefix: '', region: 'us-east-1', style: 'path' },
      credentials: swiftOwner,
      send: httpSender(),
    })

  async function upload(access: ObjectAccess, key: Uint8Array) {
    const source = await directorySource(join(directory, 'from'))
    const artifactId = randomBytes(12).toString('hex')
    const uploaded = await uploadArtifact({ source, access, limits }, { artifactId, key }, never)
    await source.close()
    return { ...uploaded, artifactId }
  }

  async function download(access: ObjectAccess, request: Parameters<typeof downloadArtifact>[1]) {
    const sink = await directorySink(join(directory, 'to'), { isDurable: false })
    await downloadArtifact({ sink, access, limits, retryPolicy }, request, never)
  }

  async function expectSame() {
    for (const name of ['checkpoint/pages.img', 'checkpoint/checkpoint.img', 'files.tar']) {
      const [from, to] = await Promise.all(
        ['from', 'to'].map((side) => readFile(join(directory, side, name))),
      )
      expect(to?.equals(from ?? Buffer.alloc(0))).toBe(true)
    }
  }

  test('an artifact goes to the store and back through connections that are cut again and again', async () => {
    // The first ones break during an object, in either direction; later ones last.
    await using proxy = await startCuttingProxy(Number(new URL(swift.endpoint).port), (connection) =>
      connection < 12 ? 100_000 + 700_000 * (connection % 5) : undefined,
    )
    const access = directAccess(storeAt(`http://127.0.0.1:${proxy.port}`), { retryPolicy })
    const key = randomBytes(32)
    const { manifest } = await upload(access, key)
    const cutsOfUpload = proxy.cuts()
    expect(cutsOfUpload).toBeGreaterThan(3)
    await using second = await startCuttingProxy(Number(new URL(swift.endpoint).port), (connection) =>
      connection < 8 ? 1_500_000 : undefined,
    )
    await download(directAccess(storeAt(`http://127.0.0.1:${second.port}`), { retryPolicy }), {
      manifest,
      key,
    })
    expect(second.cuts()).toBeGreaterThan(3)
    await expectSame()
  })

  /** Calls back when the first object is on its way. */
  const announcing = (access: ObjectAccess, onPut: () => void): ObjectAccess => ({
    ...access,
    put: (...request) => {
      const putting = access.put(...request)
      onPut()
      return putting
    },
  })

  test('an upload goes on when a store that stopped answering answers again', async () => {
    const access = directAccess(storeAt(swift.endpoint), { retryPolicy })
    const key = randomBytes(32)
    swift.pause()
    const { manifest } = await upload(announcing(access, swift.resume), key)
    await download(access, { manifest, key })
    await expectSame()
  })

  test('an upload to a store that does not answer can be cancelled', async () => {
    const cancelled = new AbortController()
    const reason = new Error('the caller has gone')
    const access = announcing(directAccess(storeAt(swift.endpoint), { retryPolicy }), () =>
      cancelled.abort(reason),
    )
    const source = await directorySource(join(directory, 'from'))
    swift.pause()
    try {
      const request = { artifactId: randomBytes(12).toString('hex'), key: randomBytes(32) }
      await expect(uploadArtifact({ source, access, limits }, request, cancelled.signal)).rejects.toBe(reason)
    } finally {
      swift.resume()
      await source.close()
    }
  })

  test('a node without credentials moves an artifact with presigned links', async () => {
    const store = storeAt(swift.endpoint)
    const links = {
      linkPut: async (key: string, body: { bytes: number; sha256: string }) =>
        (await isStored(store, { key, ...body })) ? ('present' as const) : store.presignPut(key, body, 60),
      linkGet: (key: string) => store.presignGet(key, 60),
    }
    const access = linkedAccess({ links, client: presignedS3Client(httpSender()), retryPolicy })
    const key = randomBytes(32)
    const { manifest, artifactId, storedBytes } = await upload(access, key)
    await download(access, { manifest, key })
    await expectSame()
    const source = await directorySource(join(directory, 'from'))
    const again = await uploadArtifact({ source, access, limits }, { artifactId, key }, never)
    expect(again.sentBytes).toBe(0)
    expect(again.storedBytes).toBe(storedBytes)
    await source.close()
  })

  test('an object that somebody replaced in the store is refused by name, and nothing is left', async () => {
    const store = storeAt(swift.endpoint)
    const access = directAccess(store, { retryPolicy })
    const key = randomBytes(32)
    const { manifest } = await upload(access, key)
    const [first, second] = manifest.objects
    if (first === undefined || second === undefined) throw new Error('the artifact has two objects')
    await store.put(second.key, bodyOf(randomBytes(second.bytes)))
    await expect(download(access, { manifest, key })).rejects.toThrow(`object ${second.key} is damaged`)
    await store.delete(second.key)
    await expect(download(access, { manifest, key })).rejects.toThrow(`object ${second.key} does not exist`)
    expect(await readdir(directory)).toEqual(['from'])
  })
})
