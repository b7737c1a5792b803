import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BuildStoreLayout, buildStoreLayout } from '../../dialect/template-build/build-layout.ts'
import { listCacheEntries, markUsed, removeCacheEntry } from './cache-entries.ts'
import { evict } from './evict.ts'

const nowMs = Date.UTC(2026, 0, 2)
const hour = 3_600_000
const team = '0'.repeat(16)
const size = 64 * 1024

let dataDir: string
let layout: BuildStoreLayout

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cay-evict-'))
  layout = buildStoreLayout(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const log = createLogger('test', 'fatal')
const keep = (bytesMax: number, more: { roomBytes?: number; usedSinceMs?: number } = {}) =>
  evict({ layout, bytesMax, roomBytes: 1000 * size, usedSinceMs: nowMs, nowMs, log, ...more })

/** Of 64 KiB, used this long ago. */
async function put(path: string, usedHoursAgo: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.alloc(size, 1))
  const used = new Date(nowMs - usedHoursAgo * hour)
  await utimes(path, used, used)
  return path
}

async function putCacheEntry(directory: string, usedHoursAgo: number): Promise<string> {
  await put(`${directory}/content`, usedHoursAgo)
  const used = new Date(nowMs - usedHoursAgo * hour)
  await utimes(directory, used, used)
  return directory
}

const key = (letter: string) => letter.repeat(32)

test('entries of every kind are evicted, least recently used first, until the rest fits', async () => {
  const layer = await putCacheEntry(`${layout.layers(team)}/${key('a')}`, 30)
  const base = await putCacheEntry(`${layout.bases(team)}/${key('b')}`, 20)
  const file = await put(`${layout.files(team)}/${key('c')}`, 40)
  const blob = await put(`${layout.images(team)}/blobs/sha256/${key('d')}`, 10)
  const name = await put(`${layout.images(team)}/names/${key('e')}`, 50)
  await keep(2.5 * size)
  const left = [layer, base, file, blob, name].map((path) => existsSync(path))
  expect(left).toEqual([false, true, false, true, false])
})

test('on a full disk unused entries are evicted far below the limit', async () => {
  const entries = await Promise.all(
    [40, 30, 20, 1].map((hours, index) =>
      putCacheEntry(`${layout.layers(team)}/${key(String(index))}`, hours),
    ),
  )
  await keep(1000 * size, { roomBytes: size })
  expect(entries.map((path) => existsSync(path))).toEqual([false, false, true, true])
})

test('nothing is evicted while everything fits', async () => {
  const layer = await putCacheEntry(`${layout.layers(team)}/${key('a')}`, 1000)
  await keep(2 * size)
  expect(existsSync(layer)).toBe(true)
})

test('an entry that a running build may use is kept above the limit', async () => {
  const fresh = await putCacheEntry(`${layout.layers(team)}/${key('a')}`, 1)
  const old = await putCacheEntry(`${layout.layers(team)}/${key('b')}`, 3)
  await keep(0, { usedSinceMs: nowMs - 2 * hour })
  expect([existsSync(fresh), existsSync(old)]).toEqual([true, false])
})

test('an upload waits for its build, which may come forty minutes later', async () => {
  const fresh = await put(`${layout.files(team)}/${key('a')}`, 0.5)
  const old = await put(`${layout.files(team)}/${key('b')}`, 0.7)
  await keep(size)
  expect([existsSync(fresh), existsSync(old)]).toEqual([true, false])
})

test('a root file system that only entries kept have counts, and goes with the last of them', async () => {
  const base = await putCacheEntry(`${layout.bases(team)}/${key('a')}`, 4)
  const layers = [key('b'), key('c')].map((name) => `${layout.layers(team)}/${name}`)
  for (const layer of layers) {
    await mkdir(layer, { recursive: true })
    await link(`${base}/content`, `${layer}/content`)
    await utimes(layer, new Date(nowMs - hour), new Date(nowMs - hour))
  }
  await keep(1.5 * size)
  expect([base, ...layers].map((path) => existsSync(path))).toEqual([true, true, true])
  await keep(size / 2)
  expect([base, ...layers].map((path) => existsSync(path))).toEqual([false, false, false])
})

test('an entry that was used since the decision is kept', async () => {
  const directory = await putCacheEntry(`${layout.layers(team)}/${key('a')}`, 4)
  const [entry] = await listCacheEntries(`${layout.root}/layers`)
  if (entry === undefined) return expect.fail('nothing was listed')
  await markUsed(directory)
  expect(await removeCacheEntry(entry)).toBe(false)
  expect(existsSync(directory)).toBe(true)
})

test('an entry that is being written is not evicted', async () => {
  const making = await putCacheEntry(`${layout.layers(team)}/.aside-1`, 4)
  await keep(0)
  expect(existsSync(making)).toBe(true)
})

test('a root file system that a template has as well stays where the template has it', async () => {
  const entry = await putCacheEntry(`${layout.bases(team)}/${key('a')}`, 100)
  await putCacheEntry(`${layout.layers(team)}/${key('b')}`, 3)
  const template = join(dataDir, 'templates/rootfs.erofs')
  await mkdir(dirname(template), { recursive: true })
  await link(`${entry}/content`, template)
  await keep(0)
  expect(existsSync(template)).toBe(true)
})
