/** Archives of COPY steps: whatever is in one, nothing changes but the directory that it is unpacked into. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackedBytes } from '../../edge/layer-stream.ts'
import { type TarPart, tarOf } from '../../testing/tar.ts'
import { type UnpackBounds, unpackArchive } from './unpack.ts'

let root: string
let inside: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cay-unpack-'))
  inside = join(root, 'inside')
  mkdirSync(inside)
  mkdirSync(join(root, 'outside'))
  writeFileSync(join(root, 'outside/secret'), 'untouched')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const wide = { bytesMax: 2 ** 40, entriesMax: 1000 }

async function unpack(parts: readonly TarPart[] | Buffer, bounds: UnpackBounds = wide): Promise<void> {
  const archive = join(root, 'archive')
  writeFileSync(archive, Buffer.isBuffer(parts) ? parts : tarOf(parts))
  await unpackArchive(() => unpackedBytes(openSync(archive, 'r')), inside, bounds)
}

test('files, directories and links are extracted as they were archived, compressed or not', async () => {
  const parts = [
    { name: 'sub', type: '5', mode: 0o750 },
    { name: 'sub/a', content: 'text', mode: 0o4755 },
    { name: 'link', type: '2', linkName: 'sub/a' },
    { name: 'hard', type: '1', linkName: 'sub/a' },
  ]
  for (const bytes of [tarOf(parts), gzipSync(tarOf(parts))]) {
    rmSync(inside, { recursive: true })
    mkdirSync(inside)
    await unpack(bytes)
    expect(readFileSync(`${inside}/sub/a`, 'utf8')).toBe('text')
    expect(statSync(`${inside}/sub`).mode & 0o7777).toBe(0o750)
    expect(readlinkSync(`${inside}/link`)).toBe('sub/a')
    expect(statSync(`${inside}/hard`).ino).toBe(statSync(`${inside}/sub/a`).ino)
  }
})

test('an absolute name is one below the directory', async () => {
  await unpack([{ name: '/etc/passwd', content: 'mine' }])
  expect(readFileSync(`${inside}/etc/passwd`, 'utf8')).toBe('mine')
})

test('of a name that comes twice the last one counts', async () => {
  await unpack([
    { name: 'a', content: 'first' },
    { name: 'a', content: 'second' },
    { name: 'b', type: '5' },
    { name: 'b/deep', content: '' },
    { name: 'b', content: 'a file now' },
  ])
  expect(readFileSync(`${inside}/a`, 'utf8')).toBe('second')
  expect(readFileSync(`${inside}/b`, 'utf8')).toBe('a file now')
})

test('a link that a file replaces is gone, and what it led to stays', async () => {
  await unpack([
    { name: 'out', type: '2', linkName: '../outside/secret' },
    { name: 'out', content: 'mine' },
  ])
  expect(lstatSync(`${inside}/out`).isFile()).toBe(true)
})

const outward = { name: 'out', type: '2', linkName: '../outside' }

test.each<[string, TarPart[]]>([
  ['leads upward', [{ name: '../outside/new' }]],
  ['leads upward in the middle', [{ name: 'a/../../outside/new' }]],
  ['links to a file outside', [{ name: 'hard', type: '1', linkName: '../outside/secret' }]],
  ['links to a file behind a link', [outward, { name: 'hard', type: '1', linkName: 'out/secret' }]],
  ['links to nothing', [{ name: 'hard', type: '1', linkName: 'nothing' }]],
  ['has a character device', [{ name: 'null', type: '3' }]],
  ['has a block device', [{ name: 'disk', type: '4' }]],
  ['has a pipe', [{ name: 'pipe', type: '6' }]],
  ['has a file of more bytes than there are', [{ name: 'a', claimedSize: 2 ** 40 }]],
  ['has a name that is no name', [{ name: 'a', type: 'L', content: `${'x'.repeat(300)}\0` }, { name: 'b' }]],
])('an archive that %s is refused, and nothing outside has changed', async (_, parts) => {
  await expect(unpack(parts)).rejects.toThrow()
  expect(readdirSync(`${root}/outside`)).toEqual(['secret'])
  expect(statSync(`${root}/outside/secret`)).toMatchObject({ nlink: 1, size: 9 })
  expect(existsSync('/cay-new')).toBe(false)
})

test.each<[string, TarPart[]]>([
  ['a file', [outward, { name: 'out/new', content: 'x' }]],
  ['a directory', [outward, { name: 'out/new/', type: '5' }]],
  [
    'a directory with a file',
    [outward, { name: 'out/new/', type: '5' }, { name: 'out/new/a', content: 'x' }],
  ],
  ['a link', [outward, { name: 'out/new', type: '2', linkName: 'x' }]],
  ['a file, before the link itself', [{ name: 'out/new', content: 'x' }, outward]],
])('a link stays a link, and %s below it is written nowhere', async (_, parts) => {
  await unpack(parts)
  expect(readlinkSync(`${inside}/out`)).toBe('../outside')
  expect([readdirSync(root).sort(), readdirSync(`${root}/outside`)]).toEqual([
    ['archive', 'inside', 'outside'],
    ['secret'],
  ])
})

test('nothing is written through an absolute link', async () => {
  await unpack([
    { ...outward, linkName: '/' },
    { name: 'out/cay-new', content: 'x' },
  ])
  expect(existsSync('/cay-new')).toBe(false)
})

test('a hard link to a file that came below a link has the content of the file', async () => {
  await unpack([
    { name: 'link', type: '2', linkName: 'real' },
    { name: 'link/a', content: 'text' },
    { name: 'real', type: '5' },
    { name: 'real/a', type: '1', linkName: 'link/a' },
  ])
  expect(readFileSync(`${inside}/link/a`, 'utf8')).toBe('text')
  expect(statSync(`${inside}/real/a`).nlink).toBe(1)
})

test('a hard link to a link, below a link, is not followed: the archive is refused', async () => {
  const parts = [
    outward,
    { name: 'out/hard', type: '1', linkName: 'out' },
    { name: 'out/hard/new', content: 'x' },
  ]
  await expect(unpack(parts)).rejects.toThrow('in the way')
  expect(readdirSync(`${root}/outside`)).toEqual(['secret'])
})

test('a link below a link is not followed either', async () => {
  const parts = [
    outward,
    { name: 'out/deep', type: '2', linkName: '../../outside' },
    { name: 'out/deep/new', content: 'x' },
  ]
  await unpack(parts)
  expect(readdirSync(`${root}/outside`)).toEqual(['secret'])
})

test('an archive that removes a directory by the name of a link leaves what the link leads to', async () => {
  symlinkSync(`${root}/outside`, `${inside}/out`)
  await unpack([{ name: 'out', type: '5' }])
  expect(lstatSync(`${inside}/out`).isDirectory()).toBe(true)
  expect(readFileSync(`${root}/outside/secret`, 'utf8')).toBe('untouched')
})

test.each<[string, TarPart[], string]>([
  ['one file', [{ name: 'a', content: 'x'.repeat(600) }], 'a'],
  [
    'files together',
    [
      { name: 'a', content: 'x'.repeat(300) },
      { name: 'b', content: 'x'.repeat(300) },
    ],
    'b',
  ],
  ['what it announces', [{ name: 'a', claimedSize: 2 ** 40 }], 'a'],
])('an archive that does not fit by %s is refused before that is unpacked', async (_, parts, tooMuch) => {
  const bytes = gzipSync(tarOf(parts))
  await expect(unpack(bytes, { bytesMax: 500, entriesMax: 10 })).rejects.toThrow('room for')
  expect(existsSync(join(inside, tooMuch))).toBe(false)
})

test('an archive of too many entries is refused before any of it is unpacked', async () => {
  const parts = Array.from({ length: 4 }, (_, index) => ({ name: `${index}` }))
  await expect(unpack(parts, { bytesMax: 500, entriesMax: 3 })).rejects.toThrow('more than 3 entries')
  expect(readdirSync(inside)).toEqual([])
})

test('an archive that is compressed twice is refused: one layer is decompressed', async () => {
  await expect(unpack(gzipSync(gzipSync(tarOf([{ name: 'a' }]))))).rejects.toThrow('the archive is refused')
})

test('a path of as many directories as an archive can hold is unpacked, or refused with a reason', async () => {
  const name = `${'d/'.repeat(2000)}file`
  const parts = [
    { name: 'n', type: 'L', content: `${name}\0` },
    { name: 'short', content: 'deep' },
  ]
  await unpack(parts).catch((error: unknown) => expect(String(error)).toMatch(/ENAMETOOLONG|refused/))
})
