import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { directAccess } from '../app/direct-access.ts'
import { downloadArtifact } from '../app/download-artifact.ts'
import { deriveFrameKeys } from '../app/frame-keys.ts'
import { createTransferLimits } from '../app/transfer-limits.ts'
import { uploadArtifact } from '../app/upload-artifact.ts'
import { associatedData, frameBytes } from '../dialect/format.ts'
import { dataRuns } from '../dialect/zero-runs.ts'
import type { FrameWorkers } from '../ports/frame-workers.ts'
import { createMemorySink, memorySource } from '../sim/memory-files.ts'
import { createMemoryStore } from '../sim/memory-store.ts'
import { encodeContent } from './frame-codec.ts'
import { frameWorkers } from './frame-workers.ts'

const never = new AbortController().signal
const retryPolicy = { withinMs: 60_000, firstDelayMs: 1, delayMsMax: 2 }
const workers = frameWorkers(2)
const key = randomBytes(32)
const keys = deriveFrameKeys(key)
const open: number[] = []
afterEach(() => {
  for (const descriptor of open.splice(0)) closeSync(descriptor)
})

function fileWith(content: Uint8Array): number {
  const path = join(tmpdir(), `cay-frame-${randomBytes(12).toString('hex')}`)
  const descriptor = openSync(path, 'wx+')
  rmSync(path)
  open.push(descriptor)
  for (let at = 0; at < content.length; ) at += writeSync(descriptor, content, at, content.length - at, at)
  return descriptor
}

const nameOf = (bytes: number) => ({ artifactId: 'a1', file: 'pages.img', frame: 0, bytes })
const inThisThread = (content: Uint8Array, isEncrypted: boolean) =>
  encodeContent(content, {
    frame: nameOf(content.length),
    keys: isEncrypted ? keys : undefined,
    allocate: (bytes) => new Uint8Array(bytes),
  })

/** Pages of any kind: zeros, text, random ones and ones that were there before. */
const content = fc
  .array(
    fc.tuple(fc.constantFrom('zeros', 'text', 'random', 'again'), fc.integer({ min: 1, max: 400_000 })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((runs) => {
    const same = randomBytes(400_000)
    const made = runs.map(([kind, bytes]) => {
      if (kind === 'random') return randomBytes(bytes)
      if (kind === 'again') return same.subarray(0, bytes)
      return Buffer.alloc(bytes, kind === 'text' ? 'some text. ' : 0)
    })
    return Buffer.concat([...made, Buffer.from([1])]).subarray(-frameBytes)
  })

test('a thread stores the bits that this thread would store, and writes back the content with its holes', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.boolean(), async (bytes, isEncrypted) => {
      const name = nameOf(bytes.length)
      const place = { offset: 0, name, keys: isEncrypted ? keys : undefined }
      const encoded = await workers.encode({ ...place, descriptor: fileWith(bytes) })
      const expected = inThisThread(bytes, isEncrypted)
      if (encoded === undefined) throw new Error('the content is not all zeros')
      expect(Buffer.compare(encoded.stored, expected.stored)).toBe(0)
      expect(encoded.contentDigest).toEqual(expected.contentDigest)
      const to = fileWith(new Uint8Array())
      const decoded = await workers.decode(encoded.stored, { ...place, descriptor: to })
      expect(decoded).toEqual({ contentDigest: new Uint8Array(createHash('sha256').update(bytes).digest()) })
      const back = Buffer.alloc(bytes.length)
      const { size } = fstatSync(to)
      readSync(to, back, 0, size, 0)
      expect(back.equals(bytes)).toBe(true)
      const data = dataRuns(bytes).reduce((sum, run) => sum + run.bytes, 0)
      expect(fstatSync(to).blocks * 512).toBeLessThanOrEqual(data + 64 * 1024)
    }),
    { numRuns: 25 },
  )
})

test('frames that earlier versions have stored are read', async () => {
  const bytes = Buffer.concat([randomBytes(600_000), Buffer.alloc(600_000, 'text ')])
  const name = nameOf(bytes.length)
  // As they made them: in chunks of 1 MiB, whose bits are others.
  const compressed = zstdCompressSync(bytes, { chunkSize: 1024 * 1024 })
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce).setAAD(Buffer.from(associatedData(name)))
  const sealed = [nonce, cipher.update(compressed), cipher.final(), cipher.getAuthTag()]
  const to = fileWith(new Uint8Array())
  await workers.decode(new Uint8Array(Buffer.concat(sealed)), { descriptor: to, offset: 0, name, keys })
  const back = Buffer.alloc(bytes.length)
  readSync(to, back, 0, back.length, 0)
  expect(back.equals(bytes)).toBe(true)
})

test('content that does not compress takes little more than its length, and content that does takes less', () => {
  const random = randomBytes(frameBytes)
  expect(inThisThread(random, true).stored.length).toBeLessThan(frameBytes + 200)
  const mixed = Buffer.concat([randomBytes(frameBytes / 2), Buffer.alloc(frameBytes / 2, 'text ')])
  expect(inThisThread(mixed, true).stored.length).toBeLessThan(frameBytes * 0.6)
})

const files = [{ name: 'f', bytes: 9_000_000, isExecutable: false, content: randomBytes(9_000_000) }]

/** Uploads the files, downloads what was stored and returns what came back. */
async function moveWith(pool: FrameWorkers, signal = never) {
  const limits = createTransferLimits(pool)
  const store = createMemoryStore()
  const access = directAccess(store, { retryPolicy })
  const source = memorySource(files)
  try {
    const { manifest } = await uploadArtifact({ source, access, limits }, { artifactId: 'a1', key }, signal)
    const sink = createMemorySink()
    await downloadArtifact({ sink, access, limits, retryPolicy }, { manifest, key }, signal)
    return sink.committed()?.[0]?.content ?? Buffer.alloc(0)
  } finally {
    await source.close()
  }
}

test('a thread that dies in the middle of a frame fails the transfer with a sentence, and the next transfer works', async () => {
  let started = 0
  const dying = 'require("node:worker_threads").parentPort.on("message", () => process.exit(3))'
  const module = new URL('./frame-worker.ts', import.meta.url)
  const pool = frameWorkers(2, {
    startThread: () =>
      ++started <= 2 ? new Worker(dying, { eval: true }) : new Worker(module, { execArgv: [] }),
  })
  await expect(moveWith(pool)).rejects.toThrow(
    'a thread that compresses and encrypts files ended: exit code 3',
  )
  expect(Buffer.compare(await moveWith(pool), files[0]?.content ?? Buffer.alloc(0))).toBe(0)
})

test('a transfer that is cancelled in the middle of a frame ends when nothing works for it any more', async () => {
  const cancelled = new AbortController()
  const reason = new Error('the caller has gone')
  let running = 0
  const counting: FrameWorkers = {
    ...workers,
    encode: async (place) => {
      running++
      try {
        const encoding = workers.encode(place)
        cancelled.abort(reason)
        return await encoding
      } finally {
        running--
      }
    },
  }
  await expect(moveWith(counting, cancelled.signal)).rejects.toBe(reason)
  expect(running).toBe(0)
})

test('threads are started by the first frame, and end when there was none for a while', async () => {
  const pool = frameWorkers(2, { idleMs: 1 })
  expect(pool.threadCount()).toBe(0)
  const place = { descriptor: fileWith(randomBytes(1000)), offset: 0, name: nameOf(1000), keys }
  expect((await pool.encode(place))?.contentDigest).toHaveLength(32)
  await expect.poll(() => pool.threadCount()).toBe(0)
  expect((await pool.encode(place))?.contentDigest).toHaveLength(32)
})

test('no more threads run than there are processors', async () => {
  const pool = frameWorkers(2)
  const content = Buffer.alloc(frameBytes, 'text ')
  const place = { descriptor: fileWith(content), offset: 0, name: nameOf(frameBytes), keys }
  await Promise.all(Array.from({ length: 10 }, () => pool.encode(place)))
  expect(pool.threadCount()).toBe(2)
})

test('frames of which little is stored are shared by threads as well', async () => {
  const content = Buffer.alloc(frameBytes, 'text ')
  const name = nameOf(frameBytes)
  const pool = frameWorkers(2)
  const to = fileWith(new Uint8Array())
  const decode = () => {
    const { stored } = inThisThread(content, true)
    expect(stored.length).toBeLessThan(frameBytes / 100)
    return pool.decode(stored, { descriptor: to, offset: 0, name, keys })
  }
  await decode()
  expect(pool.threadCount()).toBe(1)
  await Promise.all([decode(), decode(), decode()])
  expect(pool.threadCount()).toBe(2)
})

test('a file that became shorter, or cannot be read, fails its frame with what the system says', async () => {
  const place = { offset: 0, name: nameOf(2000), keys }
  const short = workers.encode({ ...place, descriptor: fileWith(randomBytes(1000)) })
  await expect(short).rejects.toThrow('file pages.img became shorter while it was read')
  const notWritable = openSync('/dev/null', 'r')
  open.push(notWritable)
  const encoded = await workers.encode({ ...place, descriptor: fileWith(randomBytes(2000)) })
  const written = workers.decode(encoded?.stored ?? new Uint8Array(), { ...place, descriptor: notWritable })
  await expect(written).rejects.toMatchObject({ code: 'EBADF', syscall: 'write' })
})
