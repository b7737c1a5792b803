import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Directory,
  directoriesOf,
  type Entry,
  findEntry,
  type RegularFile,
} from '../../dialect/tree/tree.ts'
import { readImage } from '../../edge/image-reader.ts'
import { FileImageWriter } from '../../edge/image-writer.ts'
import { unpackedBytes } from '../../edge/layer-stream.ts'
import { tarOf } from '../../testing/tar.ts'
import { type ImageOptions, makeImage } from './make-image.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-image-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

let count = 0

async function layer(bytes: Uint8Array): Promise<AsyncIterable<Uint8Array>> {
  const path = join(directory, `layer-${count++}`)
  await writeFile(path, bytes)
  return unpackedBytes(openSync(path, 'r'))
}

interface Making extends Partial<ImageOptions> {
  readonly bytesMax?: number
  readonly roomBytes?: number
  readonly archives?: readonly Uint8Array[]
  /** What the output is before. */
  readonly copyOf?: string
}

async function make({ copyOf, bytesMax = 2 ** 26, roomBytes, ...changes }: Making) {
  const path = join(directory, `image-${count++}`)
  if (copyOf !== undefined) await copyFile(copyOf, path)
  await using output = await open(path, copyOf === undefined ? 'wx+' : 'r+')
  const layers = await Promise.all((changes.archives ?? []).map(layer))
  const uuid = randomBytes(16)
  const bounds = { bytesMax, ...(roomBytes === undefined ? {} : { roomBytes }) }
  const options = {
    output: (from: number) => new FileImageWriter(output, { from, ...bounds }),
    uuid,
    entriesMax: 10_000,
    isFinal: false,
    files: {},
    layers,
    ...changes,
  }
  const made = await makeImage(options)
  return { path, made, image: readImage(path) }
}

async function contentOf(path: string, names: string[]): Promise<string> {
  const file = findEntry(readImage(path).root, names) as RegularFile
  await using handle = await open(path)
  const bytes = Buffer.alloc(file.size)
  await handle.read(bytes, 0, file.size, file.block * 4096)
  return bytes.toString('latin1')
}

test('a sparse file of a layer costs no disk in the image, and reads as zeros', async () => {
  const zeros = 16 * 1024 * 1024
  const content = `${'\0'.repeat(zeros)}end`
  const { path } = await make({ archives: [tarOf([{ name: 'sparse', content }])] })
  expect((await stat(path)).blocks * 512).toBeLessThan(zeros)
  expect(await contentOf(path, ['sparse'])).toBe(content)
})

test.each([
  ['as it is', (bytes: Uint8Array) => bytes],
  ['by gzip', (bytes: Uint8Array) => gzipSync(bytes)],
  ['by zstd', (bytes: Uint8Array) => zstdCompressSync(bytes)],
])('what a layer holds can be read from the image (packed %s)', async (_, pack) => {
  const text = 'text '.repeat(5000)
  const bytes = tarOf([
    { name: 'dir/file', content: text, mode: 0o4755, uid: 70_000, gid: 3 },
    { name: 'dir/link', type: '2', linkName: 'file' },
    { name: 'other', type: '1', linkName: 'dir/file' },
  ])
  const { path, image } = await make({ archives: [pack(bytes)] })
  expect(await contentOf(path, ['dir', 'link'])).toBe(text)
  expect(findEntry(image.root, ['other'])).toBe(findEntry(image.root, ['dir', 'file']))
  expect(findEntry(image.root, ['other'])?.attributes).toMatchObject({ mode: 0o4755, uid: 70_000, gid: 3 })
})

test('a layer of several zstd frames, as zstd:chunked makes them, is complete', async () => {
  const skipped = Buffer.from('502a4d180400000001020304', 'hex')
  const bytes = tarOf([
    { name: 'one', content: 'one'.repeat(100_000) },
    { name: 'two', content: 'two' },
  ])
  const frames = [0, 512, 512, 100_000, bytes.length].map((from, index, all) =>
    zstdCompressSync(bytes.subarray(from, all[index + 1])),
  )
  const { path } = await make({ archives: [Buffer.concat([skipped, ...frames, skipped])] })
  expect(await contentOf(path, ['one'])).toBe('one'.repeat(100_000))
  expect(await contentOf(path, ['two'])).toBe('two')
})

test('a directory with many entries is complete', async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `name-${index}`)
  const { image } = await make({ archives: [tarOf(names.map((name) => ({ name: `d/${name}` })))] })
  const found = findEntry(image.root, ['d'])
  expect(found?.kind === 'directory' && [...found.entries.keys()]).toEqual(names.sort())
})

test('a long link keeps its target', async () => {
  const target = 'x/'.repeat(2040)
  const note = { name: 'n', type: 'K', content: `${target}\0` }
  const { image } = await make({ archives: [tarOf([note, { name: 'link', type: '2', linkName: 'x' }])] })
  expect(image.root.entries.get('link')).toMatchObject({ target })
})

test.each([
  ['piece by piece', false],
  ['as a whole', true],
])('layers over an image that is copied %s replace, add and hide, and the rest stays', async (_, isWhole) => {
  const before = await make({
    archives: [
      tarOf([
        { name: 'a', content: 'old' },
        { name: 'b', content: 'gone' },
        { name: 'c', content: 'stays' },
      ]),
    ],
  })
  const base = { ...readImage(before.path), fd: openSync(before.path, 'r') }
  const archives = [tarOf([{ name: 'a', content: 'new' }, { name: '.wh.b' }])]
  const { path, image } = await make(
    isWhole ? { base, startsAsBase: true, archives, copyOf: before.path } : { base, archives },
  )
  expect([...image.root.entries.keys()]).toEqual(['a', 'c'])
  expect(await contentOf(path, ['a'])).toBe('new')
  expect(await contentOf(path, ['c'])).toBe('stays')
})

test('changes of a sandbox are applied by exact name, and deleted paths are removed', async () => {
  const before = await make({
    archives: [tarOf([{ name: 'dir/x' }, { name: 'gone/y' }, { name: 'elsewhere/y' }])],
  })
  const base = { ...readImage(before.path), fd: openSync(before.path, 'r') }
  const changes = await layer(
    tarOf([
      { name: 'dir/.wh.x', content: 'a name' },
      { name: 'gone', type: '2', linkName: 'elsewhere' },
      { name: '.cay/deletions', content: 'dir/x\0gone/y\0' },
    ]),
  )
  const { image } = await make({ base, changes })
  expect(findEntry(image.root, ['dir', '.wh.x'])?.kind).toBe('file')
  expect(findEntry(image.root, ['dir', 'x'])).toBeUndefined()
  expect(findEntry(image.root, ['elsewhere', 'y'])?.kind).toBe('file')
})

test('a full disk is reported as such, and not as an archive that is too large', async () => {
  const archives = [tarOf([{ name: 'a', content: 'x'.repeat(3_000_000) }])]
  await expect(make({ archives, roomBytes: 2 ** 21 })).rejects.toThrow(
    /^the disk of the node has no room for a root file system of more than 2 MiB$/,
  )
})

test('changes of too many files are refused as layers are', async () => {
  const names = Array.from({ length: 11 }, (_, index) => ({ name: `f${index}` }))
  const changes = await layer(tarOf([...names, { name: '.cay/deletions' }]))
  await expect(make({ changes, entriesMax: 10 })).rejects.toThrow('more than 10 files')
})

test('changes without the list of deleted paths are refused as incomplete', async () => {
  const changes = await layer(tarOf([{ name: 'a' }]))
  await expect(make({ changes })).rejects.toThrow('is incomplete')
})

test('extended attributes of files are dropped, with a warning', async () => {
  const capability = { 'SCHILY.xattr.security.capability': '\x01\x00\x00\x02' }
  const archives = [
    tarOf([
      { name: 'a', content: 'x', records: capability },
      { name: 'b', content: 'y' },
    ]),
  ]
  const changes = await layer(
    tarOf([
      { name: 'c', content: 'z', records: { 'LIBARCHIVE.xattr.user.note': 'eA' } },
      { name: '.cay/deletions', content: '' },
    ]),
  )
  const { made, path } = await make({ archives, changes })
  expect(made.notes).toEqual(['left out the extended attributes of 2 files: a template cannot hold any'])
  for (const [name, content] of [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'z'],
  ] as const)
    expect(await contentOf(path, [name])).toBe(content)
})

test('the last image of a template is open to its users', async () => {
  const archives = [
    tarOf([
      { name: 'usr/local/bin/x', mode: 0o700 },
      { name: 'usr/bin/y', mode: 0o755 },
    ]),
  ]
  const { image } = await make({ archives, isFinal: true })
  expect(findEntry(image.root, ['usr', 'local', 'bin', 'x'])?.attributes.mode).toBe(0o777)
  expect(findEntry(image.root, ['code'])?.attributes.mode).toBe(0o777)
  expect(findEntry(image.root, ['usr', 'bin', 'y'])?.attributes.mode).toBe(0o755)
})

describe('the daemon of a final image', () => {
  /** A base as recipes make it: the daemon's Node is a hard link. */
  const baseParts = [
    { name: 'usr/local/bin/node', content: 'node program', mode: 0o755 },
    { name: '.cay', type: '5', mode: 0o755 },
    { name: '.cay/node', type: '1', linkName: 'usr/local/bin/node' },
    { name: '.cay/lib', type: '5', mode: 0o755 },
    { name: '.cay/lib/libc.so', content: 'library', mode: 0o755 },
    { name: '.cay/envd.mjs', content: 'daemon', mode: 0o644 },
  ]

  async function madeOf(options: Making, bases = baseParts) {
    const { path } = await make({ archives: [tarOf(bases)] })
    return await make({ base: { ...readImage(path), fd: openSync(path, 'r') }, isFinal: true, ...options })
  }

  function expectSealed(root: Directory): void {
    const daemon = root.entries.get('.cay')
    expect(daemon?.kind).toBe('directory')
    if (daemon?.kind !== 'directory') return
    const inside = new Set<Entry>([daemon])
    for (const directory of directoriesOf(daemon))
      for (const entry of directory.entries.values()) inside.add(entry)
    for (const { attributes } of [...inside, root]) expect(attributes.mode & 0o022).toBe(0)
    for (const { attributes } of inside) expect(attributes).toMatchObject({ uid: 0, gid: 0 })
    for (const directory of directoriesOf(root))
      for (const entry of directory.entries.values())
        if (!inside.has(directory)) expect(entry === daemon || !inside.has(entry)).toBe(true)
  }

  test('shares no inode with the Node of the image, which users may write, and no content is stored twice', async () => {
    const { image, path } = await madeOf({})
    expectSealed(image.root)
    const [own, daemons] = [
      ['usr', 'local', 'bin', 'node'],
      ['.cay', 'node'],
    ].map((names) => findEntry(image.root, names)) as RegularFile[]
    expect([own?.attributes.mode, daemons?.attributes.mode]).toEqual([0o777, 0o755])
    expect(daemons?.block).toBe(own?.block)
    expect(await contentOf(path, ['.cay', 'node'])).toBe('node program')
  })

  test('goes on sharing contents when the image is copied piece by piece', async () => {
    const first = await madeOf({})
    const second = await make({ base: { ...first.image, fd: openSync(first.path, 'r') }, isFinal: true })
    expectSealed(second.image.root)
    for (const names of [
      ['usr', 'local', 'bin', 'node'],
      ['.cay', 'node'],
    ])
      expect(await contentOf(second.path, names)).toBe('node program')
    expect(second.image.bytes).toBe(first.image.bytes)
  })

  test.each<[string, Parameters<typeof tarOf>[0]]>([
    ['replaces its files', [{ name: '.cay/node', content: 'evil', mode: 0o777, uid: 1000 }]],
    ['opens its directory', [{ name: '.cay', type: '5', mode: 0o777, uid: 1000 }]],
    ['puts a link in place of its directory', [{ name: '.cay', type: '2', linkName: 'home' }]],
    ['puts a link in place of its Node', [{ name: '.cay/node', type: '2', linkName: '../home/x' }]],
    ['links its files elsewhere', [{ name: 'home/mine', type: '1', linkName: '.cay/envd.mjs' }]],
    ['leads a place that is open to users there', [{ name: 'code', type: '2', linkName: '.cay' }]],
    ['leads a place that is open to users to the root', [{ name: 'code', type: '2', linkName: '/' }]],
    ['opens the root', [{ name: '.', type: '5', mode: 0o777 }]],
  ])('is as in its base when a step %s', async (_, parts) => {
    const changes = await layer(tarOf([...parts, { name: '.cay/deletions', content: '' }]))
    const { image, path } = await madeOf({ changes })
    expectSealed(image.root)
    expect(await contentOf(path, ['.cay', 'node'])).toBe('node program')
    expect(await contentOf(path, ['.cay', 'envd.mjs'])).toBe('daemon')
  })
})

test.each<[string, Making, Uint8Array]>([
  ['larger than the disk', { bytesMax: 2 ** 16 }, tarOf([{ name: 'a', content: 'x'.repeat(2 ** 17) }])],
  ['of more bytes than are there', {}, tarOf([{ name: 'a', claimedSize: 2 ** 40 }])],
  ['of too many files', { entriesMax: 2 }, tarOf([{ name: 'a' }, { name: 'b' }, { name: 'c' }])],
  ['that is cut', {}, tarOf([{ name: 'a', content: 'text' }]).subarray(0, 514)],
  ['that is damaged gzip', {}, Uint8Array.from([0x1f, 0x8b, 1, 2, 3, 4])],
  [
    'that is cut gzip',
    {},
    gzipSync(tarOf([{ name: 'a', content: String(randomBytes(2000)) }])).subarray(0, 900),
  ],
  ['that is damaged zstd', {}, Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 9, 9, 9])],
])('a layer %s is refused', async (_, changes, bytes) => {
  await expect(make({ ...changes, archives: [bytes] })).rejects.toThrow('the archive is refused')
})

test.each([
  ['xz', 'fd377a585a000004'],
  ['bzip2', '425a683931415926'],
  ['lz4', '04224d1864404000'],
])('a layer that is packed by %s is refused by that name', async (name, start) => {
  const archives = [Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(1024, 1)])]
  await expect(make({ archives })).rejects.toThrow(`packed by ${name}`)
})

test('a bomb behind the end of an archive is not unpacked', async () => {
  const bytes = gzipSync(Buffer.concat([tarOf([{ name: 'a' }]), Buffer.alloc(2 ** 28)]))
  const { image } = await make({ archives: [bytes] })
  expect([...image.root.entries.keys()]).toEqual(['a'])
})

test('long names that the runtime would not read are refused', async () => {
  const names = Array.from(
    { length: 40 },
    (_, index) => `${String(index).padStart(3, '0')}${'n'.repeat(240)}`,
  )
  const entries = names.flatMap((name) => [
    { name: 'n', type: 'L', content: `d/${name}\0` },
    { name: 'short' },
  ])
  await expect(make({ archives: [tarOf(entries)] })).rejects.toThrow('so many long names in one directory')
})

test('an image without files has an empty root directory', async () => {
  const { image, made } = await make({})
  expect([...directoriesOf(image.root)]).toHaveLength(1)
  expect(made.inodes).toBe(1)
})
