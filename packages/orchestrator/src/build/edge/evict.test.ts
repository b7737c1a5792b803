import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BuildStoreLayout, buildStoreLayout } from './build-layout.ts'
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
const keep = (bytesMax: number, roomBytes = 1000 * size) => evict({ layout, bytesMax, roomBytes, nowMs, log })

/** Of 64 KiB, used this long ago. */
async function put(path: string, usedHoursAgo: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.alloc(size, 1))
  const used = new Date(nowMs - usedHoursAgo * hour)
  await utimes(path, used, used)
  return path
}

async function putThing(directory: string, usedHoursAgo: number): Promise<string> {
  await put(`${directory}/content`, usedHoursAgo)
  const used = new Date(nowMs - usedHoursAgo * hour)
  await utimes(directory, used, used)
  return directory
}

const key = (letter: string) => letter.repeat(32)

test('what was used longest ago goes first, of every kind, until the rest fits', async () => {
  const layer = await putThing(`${layout.layers(team)}/${key('a')}`, 30)
  const base = await putThing(`${layout.bases(team)}/${key('b')}`, 20)
  const file = await put(`${layout.files(team)}/${key('c')}`, 40)
  const blob = await put(`${layout.images(team)}/blobs/sha256/${key('d')}`, 10)
  await keep(2.5 * size)
  expect([layer, base, file, blob].map((path) => existsSync(path))).toEqual([false, true, false, true])
})

test('what has not been used for long makes room on a full disk, far below the bound', async () => {
  const things = await Promise.all(
    [40, 30, 20, 1].map((hours, index) => putThing(`${layout.layers(team)}/${key(String(index))}`, hours)),
  )
  await keep(1000 * size, size)
  expect(things.map((path) => existsSync(path))).toEqual([false, false, true, true])
})

test('nothing goes while everything fits', async () => {
  const layer = await putThing(`${layout.layers(team)}/${key('a')}`, 1000)
  await keep(2 * size)
  expect(existsSync(layer)).toBe(true)
})

test('what a build may stand on just now stays, over the bound', async () => {
  const fresh = await putThing(`${layout.layers(team)}/${key('a')}`, 1)
  const old = await putThing(`${layout.layers(team)}/${key('b')}`, 3)
  await keep(size)
  expect([existsSync(fresh), existsSync(old)]).toEqual([true, false])
})

test('but not when that is twice the bound', async () => {
  const older = await putThing(`${layout.layers(team)}/${key('a')}`, 1.5)
  const newest = await putThing(`${layout.layers(team)}/${key('b')}`, 0.5)
  await putThing(`${layout.layers(team)}/${key('c')}`, 1)
  await keep(1.2 * size)
  expect([existsSync(older), existsSync(newest)]).toEqual([false, true])
})

test('a root file system that a template has as well stays where the template has it', async () => {
  const thing = await putThing(`${layout.bases(team)}/${key('a')}`, 100)
  await putThing(`${layout.layers(team)}/${key('b')}`, 3)
  const template = join(dataDir, 'templates/rootfs.erofs')
  await mkdir(dirname(template), { recursive: true })
  await link(`${thing}/content`, template)
  await keep(0)
  expect(existsSync(template)).toBe(true)
})
