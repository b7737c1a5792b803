/** The program that unpacks images of anybody's: what it may do, and what the worst of archives costs it. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createZstdCompress } from 'node:zlib'
import { manyFiles } from '@cay/builder/testing/many-files.ts'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { programRootfs } from '@cay/orchestrator/edge/template-build/program-rootfs.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const roomBytes = 4 * 1024 ** 3
const maker = programRootfs({
  makeImage: fileURLToPath(new URL('../../packages/builder/src/make-image.ts', import.meta.url)),
  roomBytes: async () => roomBytes,
})

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-unpacking-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const orderOf = (layer: string) => ({
  output: join(directory, 'image'),
  bytesMax: roomBytes,
  layers: [layer],
  isFinal: false,
})

/** Keeps the program at work for seconds, and costs no disk: a hole that is the content of something to be hidden. */
async function longLayer(): Promise<string> {
  const path = join(directory, 'long')
  const bytes = 8 * 1024 ** 3 - 1
  await using file = await open(path, 'wx')
  await file.write(tarOf([{ name: '.wh.nothing', claimedSize: bytes }]).subarray(0, 512))
  await file.truncate(512 + bytes + 1 + 1024)
  return path
}

/** The program, once it has become who it unpacks as. */
async function workingProgram(): Promise<{ pid: string; status: string }> {
  return await vi.waitFor(
    async () => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
        if (new RegExp(`^PPid:\\s${process.pid}$`, 'm').test(status) && /^Uid:\s60901\s/m.test(status))
          return { pid, status }
      }
      throw new Error('no program unpacks')
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** Files that it can write to, by what is open and what it was told. */
async function writableFiles(pid: string): Promise<string[]> {
  const places: string[] = []
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const info = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '')
    const flags = Number.parseInt(/^flags:\s(\d+)$/m.exec(info)?.[1] ?? '0', 8)
    const place = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')
    if ((flags & 3) !== 0 && place.startsWith('/') && !place.startsWith('/dev/')) places.push(place)
  }
  const told = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
  expect(told).toContain('--permission')
  const allowed = told.flatMap((word) => /^--allow-fs-write=(.*)$/.exec(word)?.[1] ?? [])
  return [...new Set([...places, ...allowed])].sort()
}

test('an image is unpacked by a user without an account, without a network, and nothing but the image can be written', async () => {
  const abort = new AbortController()
  const making = maker.make(orderOf(await longLayer()), abort.signal).catch((error: unknown) => error)
  try {
    const { pid, status } = await workingProgram()
    for (const line of [
      /^Uid:\s60901\s60901\s60901\s60901$/m,
      /^Gid:\s60901\s60901\s60901\s60901$/m,
      /^Groups:\s*$/m,
      /^CapPrm:\s0+$/m,
      /^CapEff:\s0+$/m,
    ])
      expect(status).toMatch(line)
    expect(await readlink(`/proc/${pid}/ns/net`)).not.toBe(await readlink('/proc/self/ns/net'))
    const interfaces = (await readFile(`/proc/${pid}/net/dev`, 'utf8')).matchAll(/^\s*(\w+):/gm)
    expect([...interfaces].map(([, name]) => name)).toEqual(['lo'])
    const image = join(directory, 'image')
    expect(await writableFiles(pid)).toEqual([image, `${image}.paths`])
  } finally {
    abort.abort()
    await making
  }
})

test('an image of more than a million files is refused, however small it is packed', async () => {
  const path = join(directory, 'many')
  await pipeline(Readable.from(manyFiles(1_000_001)), createZstdCompress(), createWriteStream(path))
  await expect(maker.make(orderOf(path), new AbortController().signal)).rejects.toThrow(
    'there are more than 1000000 files in the image',
  )
}, 120_000)
