import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameBytes } from '../dialect/format.ts'
import { parseManifest } from '../dialect/manifest.ts'
import { frameWorkers } from '../edge/frame-workers.ts'
import { createMemorySink, type MemoryFile, memorySource } from '../sim/memory-files.ts'
import { createMemoryStore } from '../sim/memory-store.ts'
import { directAccess } from './direct-access.ts'
import { downloadArtifact } from './download-artifact.ts'
import { createTransferLimits } from './transfer-limits.ts'
import { uploadArtifact } from './upload-artifact.ts'

const never = new AbortController().signal
const retryPolicy = { withinMs: 60_000, firstDelayMs: 1, delayMsMax: 2 }
/** Small objects, so that a test has several. */
const limits = createTransferLimits(frameWorkers(2), { objectBytes: 300_000 })

const fileOf = (name: string, content: Uint8Array): MemoryFile => ({
  name,
  bytes: content.length,
  isExecutable: name.endsWith('.sh'),
  content,
})

/** Whatever a frame can be: nothing, zeros, one byte in zeros, bytes that compress and bytes that do not. */
const content = fc
  .tuple(
    fc.constantFrom(0, 1, 1000, 70_000, frameBytes - 1, frameBytes, frameBytes + 1, 2 * frameBytes),
    fc.constantFrom('zeros', 'one byte', 'text', 'random'),
    fc.nat(),
  )
  .map(([bytes, kind, at]) => {
    if (kind === 'random') return randomBytes(bytes)
    const filled = Buffer.alloc(bytes, kind === 'text' ? 'some text. ' : 0)
    if (kind === 'one byte' && bytes > 0) filled[at % bytes] = 7
    return filled
  })

const names = ['pages.img', 'checkpoint/a.sh', 'checkpoint/b', 'é ü/x', 'z']
const tree = fc
  .array(content, { maxLength: 4 })
  .map((contents) => contents.map((bytes, index) => fileOf(names[index] ?? '', bytes)))

async function upload(files: readonly MemoryFile[], key: Uint8Array | undefined) {
  const store = createMemoryStore()
  const source = memorySource(files)
  const deps = { source, access: directAccess(store, { retryPolicy }), limits }
  const request = { artifactId: 'a1', ...(key === undefined ? {} : { key }) }
  const uploaded = await uploadArtifact(deps, request, never)
  await source.close()
  return { store, key, ...uploaded }
}

type Uploaded = Awaited<ReturnType<typeof upload>>

async function download({ store, key, manifest }: Uploaded) {
  const sink = createMemorySink()
  const deps = { sink, access: directAccess(store, { retryPolicy }), limits, retryPolicy }
  const request = { manifest, ...(key === undefined ? {} : { key }) }
  const failure: unknown = await downloadArtifact(deps, request, never).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { sink, failure }
}

test.each([
  ['encrypted', randomBytes(32)],
  ['not encrypted', undefined],
])('any tree of files comes back as it was, %s', async (_, key) => {
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      const uploaded = await upload(files, key)
      const manifest = parseManifest(JSON.parse(JSON.stringify(uploaded.manifest)))
      const { sink, failure } = await download({ ...uploaded, manifest })
      expect(failure).toBeUndefined()
      const back = sink.committed() ?? []
      expect(back.map(({ name, isExecutable }) => ({ name, isExecutable }))).toEqual(
        files.map(({ name, isExecutable }) => ({ name, isExecutable })),
      )
      back.forEach((file, index) => {
        expect(Buffer.compare(file.content, files[index]?.content ?? Buffer.alloc(0))).toBe(0)
      })
    }),
    { numRuns: 15 },
  )
})

test('zeros are neither stored nor written', async () => {
  const sparse = Buffer.alloc(5 * frameBytes)
  sparse[frameBytes + 17] = 1
  const uploaded = await upload(
    [fileOf('disk', sparse), fileOf('zeros', Buffer.alloc(frameBytes))],
    undefined,
  )
  expect(uploaded.storedBytes).toBeLessThan(1000)
  const { sink } = await download(uploaded)
  expect(sink.writtenBytes()).toBe(64 * 1024)
})

const files = [
  fileOf('pages.img', randomBytes(frameBytes + 400_000)),
  fileOf('state', randomBytes(50_000)),
  fileOf('other', randomBytes(50_000)),
]
const sealed = await upload(files, randomBytes(32))
const plain = await upload(files, undefined)

/** Ways to damage what is stored. Each returns the keys that may be named. */
const damages = fc.oneof(
  fc.record({
    kind: fc.constant('alter' as const),
    object: fc.nat(),
    at: fc.nat(),
    by: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), object: fc.nat(), at: fc.nat() }),
  fc.record({ kind: fc.constant('lengthen' as const), object: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), object: fc.nat() }),
  fc.record({ kind: fc.constant('swap' as const), object: fc.nat(), with: fc.nat() }),
  fc.record({ kind: fc.constant('foreign' as const), object: fc.nat() }),
)
type Damage = typeof damages extends fc.Arbitrary<infer T> ? T : never

function damage({ store }: Uploaded, chosen: Damage): readonly string[] {
  const keys = [...store.objects.keys()]
  const key = keys[chosen.object % keys.length] ?? ''
  const object = store.objects.get(key)
  if (object === undefined) throw new Error('the artifact has no object')
  const replace = (bytes: Buffer) => store.objects.set(key, { ...object, bytes })
  if (chosen.kind === 'alter') {
    const bytes = Buffer.from(object.bytes)
    const at = chosen.at % bytes.length
    bytes[at] = (bytes[at] ?? 0) ^ chosen.by
    replace(bytes)
  }
  if (chosen.kind === 'cut') replace(object.bytes.subarray(0, chosen.at % object.bytes.length))
  if (chosen.kind === 'lengthen') replace(Buffer.concat([object.bytes, Buffer.alloc(1)]))
  if (chosen.kind === 'remove') store.objects.delete(key)
  if (chosen.kind === 'foreign') replace(randomBytes(object.bytes.length))
  if (chosen.kind !== 'swap') return [key]
  const otherKey = keys[chosen.with % keys.length] ?? ''
  const other = store.objects.get(otherKey)
  if (other === undefined) throw new Error('the artifact has no object')
  replace(other.bytes)
  store.objects.set(otherKey, object)
  return otherKey === key ? [] : [key, otherKey]
}

test.each([
  ['encrypted', sealed],
  ['not encrypted', plain],
])(
  'an altered, cut, missing, swapped or foreign object is refused by name, and nothing is left, %s',
  async (_, of) => {
    const stored = [...of.store.objects]
    await fc.assert(
      fc.asyncProperty(damages, async (chosen) => {
        const named = damage(of, chosen)
        const { sink, failure } = await download(of)
        for (const [key, object] of stored) of.store.objects.set(key, object)
        if (named.length === 0) return
        expect(named.filter((key) => String(failure).includes(key))).not.toEqual([])
        expect(failure).toMatchObject({ reason: chosen.kind === 'remove' ? 'not_found' : 'damaged' })
        expect(sink.committed()).toBeUndefined()
        expect(sink.held.size).toBe(0)
      }),
      { numRuns: 60 },
    )
  },
)

test('an object of another artifact under the same key is refused, also when the manifest has its digest', async () => {
  const key = randomBytes(32)
  const first = await upload(files, key)
  const moved = { ...first.manifest, artifactId: 'a2' }
  const renamed = moved.objects.map((object, number) => ({ ...object, key: `s/a2/${number}` }))
  for (const [name, object] of [...first.store.objects])
    first.store.objects.set(name.replace('s/a1/', 's/a2/'), object)
  const { failure } = await download({ ...first, manifest: { ...moved, objects: renamed } })
  expect(String(failure)).toMatch(/object s\/a2\/\d is damaged: frame \d of "[a-z.]+" cannot be opened/)
})

test('files whose names were swapped in the manifest are refused', async () => {
  const [pages, state, other] = sealed.manifest.files
  if (pages === undefined || state === undefined || other === undefined) throw new Error('three files')
  const swapped = [pages, { ...state, name: 'other' }, { ...other, name: 'state' }]
  const { failure } = await download({ ...sealed, manifest: { ...sealed.manifest, files: swapped } })
  expect(failure).toMatchObject({ reason: 'damaged' })
})

test('a file whose digest in the manifest is another one is refused by name', async () => {
  const altered = plain.manifest.files.map((file) =>
    file.name === 'state' ? { ...file, sha256: '0'.repeat(64) } : file,
  )
  const { failure, sink } = await download({ ...plain, manifest: { ...plain.manifest, files: altered } })
  expect(String(failure)).toContain('file "state" of artifact a1 is damaged')
  expect(sink.held.size).toBe(0)
})

test('another key opens nothing', async () => {
  const { failure } = await download({ ...sealed, key: randomBytes(32) })
  expect(failure).toMatchObject({ reason: 'damaged' })
})

test('an encrypted object shows nothing of its content', async () => {
  const text = 'a secret that stands in the memory of a sandbox '
  const { store } = await upload([fileOf('pages.img', Buffer.alloc(100_000, text))], randomBytes(32))
  for (const { bytes } of store.objects.values()) expect(bytes.includes('secret')).toBe(false)
})

test('a nonce is never used for two contents, also when an upload is made again from files that have changed', async () => {
  const key = randomBytes(32)
  const nonces = new Set<string>()
  for (const letter of ['a', 'b', 'c']) {
    const { store } = await upload([fileOf('f', Buffer.alloc(10_000, letter))], key)
    for (const { bytes } of store.objects.values()) nonces.add(bytes.subarray(0, 12).toString('hex'))
  }
  expect(nonces.size).toBe(3)
})

test('the same files under the same key are the same objects, so a repeated upload sends only what is missing', async () => {
  const { store, key, storedBytes } = sealed
  const gone = store.objects.get('s/a1/1')
  store.objects.delete('s/a1/1')
  const access = directAccess(store, { retryPolicy, isRepeated: true })
  const request = { artifactId: 'a1', ...(key === undefined ? {} : { key }) }
  const again = await uploadArtifact({ source: memorySource(files), access, limits }, request, never)
  expect(again.manifest).toEqual(sealed.manifest)
  expect(again.sentBytes).toBe(gone?.bytes.length)
  expect(again.storedBytes).toBe(storedBytes)
})

test('a file that two builds share is stored once', async () => {
  const store = createMemoryStore()
  const access = directAccess(store, { retryPolicy })
  const shared = fileOf('rootfs', randomBytes(700_000))
  const send = (artifactId: string, more: string) =>
    uploadArtifact(
      { source: memorySource([fileOf('own', Buffer.from(more)), shared]), access, limits },
      { artifactId },
      never,
    )
  await send('b1', 'one')
  const { sentBytes, storedBytes } = await send('b2', 'two')
  expect(sentBytes).toBeLessThan(100)
  expect(storedBytes).toBeGreaterThan(700_000)
})

test('file names that lead elsewhere are refused before anything is sent', async () => {
  await expect(upload([fileOf('../x', Buffer.from('x'))], undefined)).rejects.toThrow('"../x"')
  await expect(
    upload([fileOf('a', Buffer.from('x')), fileOf('a/b', Buffer.from('x'))], undefined),
  ).rejects.toThrow('"a"')
})
