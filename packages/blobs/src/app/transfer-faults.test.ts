import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameWorkers } from '../edge/frame-workers.ts'
import { createMemorySink, memorySource } from '../sim/memory-files.ts'
import { createMemoryStore, type MemoryStoreOptions, type StoreFault } from '../sim/memory-store.ts'
import { directAccess } from './direct-access.ts'
import { downloadArtifact } from './download-artifact.ts'
import { linkedAccess } from './linked-access.ts'
import { createTransferLimits } from './transfer-limits.ts'
import { uploadArtifact } from './upload-artifact.ts'

const never = new AbortController().signal
const retryPolicy = { withinMs: 60_000, firstDelayMs: 1, delayMsMax: 2 }
const limits = createTransferLimits(frameWorkers(2), { objectBytes: 100_000 })
const content = randomBytes(1_000_000)
const files = Array.from({ length: 10 }, (_, index) => ({
  name: `f${index}`,
  bytes: 100_000,
  isExecutable: false,
  content: content.subarray(index * 100_000, (index + 1) * 100_000),
}))
const source = memorySource(files)
const key = randomBytes(32)
const request = { artifactId: 'a1', key }

const passing: fc.Arbitrary<StoreFault | undefined> = fc.constantFrom(
  undefined,
  { kind: 'unavailable' },
  { kind: 'broken', afterBytes: 0 },
  { kind: 'broken', afterBytes: 33_333 },
  { kind: 'lost_response' },
)

/** The first requests meet these faults, in that order; later ones none. */
function storeWith(faults: readonly (StoreFault | undefined)[], options: MemoryStoreOptions = {}) {
  const waiting = [...faults]
  return createMemoryStore({ ...options, fault: () => waiting.shift() })
}

test('an upload and a download survive responses with 5xx, broken connections and lost responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(passing, { maxLength: 30 }), fc.boolean(), async (faults, isLinked) => {
      const store = storeWith([...faults])
      const waiting = [...faults]
      const faulty = createMemoryStore({ fault: () => waiting.shift() })
      const accessTo = (to: typeof store) =>
        isLinked
          ? linkedAccess({
              client: to.presigned,
              retryPolicy,
              links: {
                linkPut: (name, body) => to.presignPut(name, body, 60),
                linkGet: (name) => to.presignGet(name, 60),
              },
            })
          : directAccess(to, { retryPolicy })
      const { manifest } = await uploadArtifact({ source, access: accessTo(store), limits }, request, never)
      for (const [name, object] of store.objects) faulty.objects.set(name, object)
      const sink = createMemorySink()
      await downloadArtifact(
        { sink, access: accessTo(faulty), limits, retryPolicy },
        { manifest, key },
        never,
      )
      const back = Buffer.concat((sink.committed() ?? []).map((file) => file.content))
      expect(back.equals(content)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('an interrupted download resumes where it stopped', async () => {
  const store = createMemoryStore()
  const { manifest } = await uploadArtifact(
    { source, access: directAccess(store, { retryPolicy }), limits },
    request,
    never,
  )
  const asked: (number | undefined)[] = []
  let isFirst = true
  const faulty = createMemoryStore({
    fault: () => {
      const chosen = isFirst ? ({ kind: 'broken', afterBytes: 50_000 } as const) : undefined
      isFirst = false
      return chosen
    },
  })
  for (const [name, object] of store.objects) faulty.objects.set(name, object)
  const direct = directAccess(faulty, { retryPolicy })
  const access = {
    ...direct,
    get: (name: string, range?: { offset: number; bytes: number }) => {
      asked.push(range?.offset)
      return direct.get(name, range)
    },
  }
  await downloadArtifact({ sink: createMemorySink(), access, limits, retryPolicy }, { manifest, key }, never)
  expect(asked.filter((offset) => offset !== undefined)).toEqual([50_000])
})

test('a store that never recovers fails the transfer within the time limit, with an error of its own', async () => {
  const store = createMemoryStore({ fault: () => ({ kind: 'unavailable' }) })
  const access = directAccess(store, { retryPolicy: { withinMs: 50, firstDelayMs: 5, delayMsMax: 20 } })
  await expect(uploadArtifact({ source, access, limits }, request, never)).rejects.toThrow(
    'the store answered 503',
  )
})

test('permanent errors are not retried', async () => {
  const store = createMemoryStore({ fault: () => ({ kind: 'denied' }) })
  const one = createTransferLimits(frameWorkers(2), { objectBytes: 10_000_000 })
  const access = directAccess(store, { retryPolicy })
  await expect(uploadArtifact({ source, access, limits: one }, request, never)).rejects.toMatchObject({
    reason: 'denied',
  })
  expect(store.requests).toHaveLength(1)
})

test('a wrong byte from the store is refused with the name of the object, and nothing is left', async () => {
  const store = createMemoryStore()
  const { manifest } = await uploadArtifact(
    { source, access: directAccess(store, { retryPolicy }), limits },
    request,
    never,
  )
  const faulty = createMemoryStore({
    fault: (_, name) => (name === 's/a1/3' ? { kind: 'wrong_byte', at: 77 } : undefined),
  })
  for (const [name, object] of store.objects) faulty.objects.set(name, object)
  const sink = createMemorySink()
  const got = downloadArtifact(
    { sink, access: directAccess(faulty, { retryPolicy }), limits, retryPolicy },
    { manifest, key },
    never,
  )
  await expect(got).rejects.toThrow('object s/a1/3 is damaged')
  expect(sink.held.size).toBe(0)
})

test('a node whose link has expired asks for another one', async () => {
  let now = 0
  const store = createMemoryStore({ nowMs: () => now })
  const links = {
    linkPut: (name: string, body: { bytes: number; sha256: string }) => store.presignPut(name, body, 60),
    linkGet: (name: string) => store.presignGet(name, 60),
  }
  const access = linkedAccess({ links, client: store.presigned, retryPolicy })
  const { manifest } = await uploadArtifact({ source, access, limits }, request, never)
  now += 3_600_000
  const sink = createMemorySink()
  await downloadArtifact({ sink, access, limits, retryPolicy }, { manifest, key }, never)
  expect(sink.committed()).toHaveLength(10)
})

test('an object of which control says that it is stored is not sent', async () => {
  const store = createMemoryStore()
  const links = {
    linkPut: async () => 'present' as const,
    linkGet: (name: string) => store.presignGet(name, 60),
  }
  const access = linkedAccess({ links, client: store.presigned, retryPolicy })
  expect((await uploadArtifact({ source, access, limits }, request, never)).sentBytes).toBe(0)
  expect(store.requests).toEqual([])
})

test('a transfer that is cancelled ends with the reason, gives its slots back and leaves nothing', async () => {
  const own = createTransferLimits(frameWorkers(2), { objectsAtOnce: 2, objectBytes: 100_000 })
  const reason = new Error('the caller has gone')
  const cancelled = new AbortController()
  const store = createMemoryStore()
  const stuck = createMemoryStore({
    fault: () => {
      queueMicrotask(() => cancelled.abort(reason))
      return { kind: 'slow', ms: 600_000 }
    },
  })
  const { manifest } = await uploadArtifact(
    { source, access: directAccess(store, { retryPolicy }), limits },
    request,
    never,
  )
  const put = uploadArtifact(
    { source, access: directAccess(stuck, { retryPolicy }), limits: own },
    request,
    cancelled.signal,
  )
  await expect(put).rejects.toBe(reason)
  const sink = createMemorySink()
  const got = downloadArtifact(
    { sink, access: directAccess(stuck, { retryPolicy }), limits: own, retryPolicy },
    { manifest, key },
    cancelled.signal,
  )
  await expect(got).rejects.toBe(reason)
  expect(sink.held.size).toBe(0)
  const after = createMemorySink()
  await downloadArtifact(
    { sink: after, access: directAccess(store, { retryPolicy }), limits: own, retryPolicy },
    { manifest, key },
    never,
  )
  expect(after.committed()).toHaveLength(10)
})

test('no more objects are in flight than the process may have, over all of its transfers', async () => {
  const own = createTransferLimits(frameWorkers(2), { objectsAtOnce: 3, objectBytes: 100_000 })
  let inFlight = 0
  let most = 0
  const store = createMemoryStore()
  const direct = directAccess(store, { retryPolicy })
  const access: typeof direct = {
    ...direct,
    put: async (name, body, signal) => {
      most = Math.max(most, ++inFlight)
      try {
        return await direct.put(name, body, signal)
      } finally {
        inFlight--
      }
    },
  }
  const uploads = ['a1', 'a2', 'a3'].map((artifactId) =>
    uploadArtifact({ source, access, limits: own }, { artifactId, key: randomBytes(32) }, never),
  )
  await Promise.all(uploads)
  expect(most).toBeLessThanOrEqual(3)
})
