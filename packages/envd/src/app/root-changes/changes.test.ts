import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { pack as createPack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deletionsName, type TreeEntry, toHeader } from '../../dialect/root-changes/change-archive.ts'
import { PathList } from '../../dialect/root-changes/path-list.ts'
import { openDirectoryView } from '../../edge/root-changes/root-view.ts'
import { describeTree, makeTree, pathsOf, type TreeNode } from '../../testing/file-trees.ts'
import { exportChanges } from './export-changes.ts'
import { importChanges } from './import-changes.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/envd-changes-`)
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const processes = { assertStopped: () => undefined, continueAll: () => undefined }
const rootFiles = (path: string) => ({ open: () => openDirectoryView(path) })

function exported(from: string, template: Buffer): AsyncGenerator<Buffer> {
  return exportChanges({ rootFiles: rootFiles(from), processes, paths: new PathList(template) })
}

function imported(archive: AsyncIterable<Buffer>, into: string, alive: number[] = []): Promise<void> {
  return importChanges({ rootFiles: rootFiles(into), processTable: { alive: () => alive } }, archive)
}

const mode = fc.constantFrom(0o644, 0o600, 0, 0o4755, 0o2711, 0o777)
const names = [
  'a',
  'b',
  'c',
  '\xff\xfe',
  'caf\xc3\xa9',
  ' new\nline',
  `${'long'.repeat(60)}`,
  '\xe9'.repeat(101),
]
const name = fc.constantFrom(...names)
const content = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  fc.constantFrom('x'.repeat(511), 'y'.repeat(512), 'z'.repeat(513), 'w'.repeat(200_000)),
)
const { children } = fc.letrec<{ node: TreeNode; children: Record<string, TreeNode> }>((tie) => ({
  children: fc.dictionary(name, tie('node'), { maxKeys: 5 }),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      { kind: fc.constant('file' as const), content, mode, attribute: fc.constantFrom('', '\xff=\n') },
      { requiredKeys: ['kind', 'content', 'mode'] },
    ),
    fc.record({
      kind: fc.constant('symlink' as const),
      target: fc.constantFrom('a', '/etc', '\xff', 'x'.repeat(300)),
    }),
    fc.record({ kind: fc.constant('link' as const) }),
    fc.record({ kind: fc.constant('fifo' as const), mode }),
    fc.record({
      kind: fc.constant('directory' as const),
      mode: fc.constantFrom(0o755, 0o700, 0o1777, 0o2755),
      children: tie('children'),
    }),
  ),
}))

test('whatever a template was changed into, the same comes of the template and the changes', {
  timeout: 60_000,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(children, children, async (before, after) => {
      const [template, changed] = [`${directory}/t${++run}`, `${directory}/c${run}`]
      for (const [path, tree] of [
        [template, before],
        [changed, after],
      ] as const) {
        mkdirSync(path)
        makeTree(Buffer.from(path), tree)
      }
      await imported(exported(changed, pathsOf(Buffer.from(template))), template)
      expect(describeTree(Buffer.from(template))).toEqual(describeTree(Buffer.from(changed)))
    }),
    { numRuns: 150 },
  )
})

async function carried(make: (from: string) => void, before: (into: string) => void = () => undefined) {
  const [from, into] = [`${directory}/from`, `${directory}/into`]
  for (const path of [from, into]) mkdirSync(path)
  make(from)
  before(into)
  let archiveBytes = 0
  const counted = async function* () {
    for await (const bytes of exported(from, pathsOf(Buffer.from(into)))) {
      archiveBytes += bytes.length
      yield bytes
    }
  }
  await imported(counted(), into)
  return { from, into, archiveBytes }
}

const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('holes cost nothing on the way', async () => {
  const { from, into, archiveBytes } = await carried((path) => {
    writeFileSync(`${path}/sparse`, 'begin')
    truncateSync(`${path}/sparse`, 50_000_000)
    writeFileSync(`${path}/sparse`, 'end', { flag: 'a' })
    writeFileSync(`${path}/empty-at-the-end`, 'x'.repeat(2_000_000))
    truncateSync(`${path}/empty-at-the-end`, 9_000_000)
  })
  for (const name of ['sparse', 'empty-at-the-end']) {
    expect(digest(`${into}/${name}`)).toBe(digest(`${from}/${name}`))
  }
  expect(archiveBytes).toBeLessThan(3_000_000)
})

test('a directory that is as the template has it is not gone into, and stays', async () => {
  const [from, into] = [`${directory}/from`, `${directory}/into`]
  for (const path of [from, into]) {
    mkdirSync(`${path}/same/inner`, { recursive: true })
    writeFileSync(`${path}/same/inner/file`, path)
  }
  writeFileSync(`${from}/new`, 'text')
  const { ctimeNs } = statSync(`${from}/same`, { bigint: true })
  const list = Buffer.from(`///0\0/gone\0/same//${ctimeNs}\0/same/inner\0/same/inner/file\0`)
  writeFileSync(`${into}/gone`, '')
  await imported(exported(from, list), into)
  expect(readdirSync(into).sort()).toEqual(['new', 'same'])
  expect(readFileSync(`${into}/same/inner/file`, 'utf8')).toBe(into)
})

test('a path of any length arrives', async () => {
  const depth = 200
  const { into } = await carried((path) => makeDeep(path, depth))
  expect(depthOf(into)).toBe(depth)
})

function makeDeep(path: string, depth: number): void {
  const start = process.cwd()
  process.chdir(path)
  for (let level = 0; level < depth; level++) {
    mkdirSync('d'.repeat(100))
    process.chdir('d'.repeat(100))
  }
  process.chdir(start)
}

function depthOf(path: string): number {
  const start = process.cwd()
  process.chdir(path)
  let depth = 0
  for (; existsSync('d'.repeat(100)); depth++) process.chdir('d'.repeat(100))
  process.chdir(start)
  return depth
}

describe('an archive that was made by somebody else', () => {
  const looks = {
    mode: 0o644,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    modifiedNs: 0n,
    attributes: [],
  }
  const file = (path: string, size = 3): TreeEntry => ({
    ...looks,
    kind: 'file',
    path: Buffer.from(path),
    size,
  })
  const link = (path: string, target: string): TreeEntry => ({
    ...looks,
    kind: 'symlink',
    path: Buffer.from(path),
    size: 0,
    target: Buffer.from(target),
  })
  const root: TreeEntry = { ...looks, kind: 'directory', mode: 0o755, path: Buffer.alloc(0), size: 0 }

  async function apply(entries: readonly TreeEntry[], deletions: string | null = ''): Promise<void> {
    const pack = createPack()
    for (const entry of entries) {
      if (entry.kind === 'file') pack.entry(toHeader(entry), 'x'.repeat(entry.size))
      else pack.entry(toHeader(entry))
    }
    if (deletions !== null) pack.entry(toHeader(file(deletionsName, deletions.length)), deletions)
    pack.finalize()
    mkdirSync(`${directory}/into/kept`, { recursive: true })
    await imported(pack as AsyncIterable<Buffer>, `${directory}/into`)
  }

  const outside = () => {
    mkdirSync(`${directory}/outside`)
    writeFileSync(`${directory}/outside/kept`, 'kept')
    return `${directory}/outside`
  }

  test('writes nothing through a link', async () => {
    const target = outside()
    await expect(apply([root, link('way', target), file('way/new')])).rejects.toMatchObject({
      code: 'request_invalid',
    })
    expect(existsSync(`${target}/new`)).toBe(false)
  })

  test('removes nothing through a link', async () => {
    const target = outside()
    await apply([root, link('way', target)], 'way/kept\0')
    expect(readFileSync(`${target}/kept`, 'utf8')).toBe('kept')
  })

  test('links no file of another place', async () => {
    const target = outside()
    const hard: TreeEntry = {
      ...looks,
      kind: 'link',
      path: Buffer.from('mine'),
      size: 0,
      target: Buffer.from('way/kept'),
    }
    await expect(apply([root, link('way', target), hard])).rejects.toMatchObject({ code: 'request_invalid' })
  })

  test.each(['../x', 'a/../../x', './x', 'a//x', '/x', '.cay/envd.mjs', '.cay'])(
    '%s is no path of it',
    async (path) => {
      await expect(apply([root, file(path)])).rejects.toMatchObject({ code: 'request_invalid' })
      await expect(apply([root], `${path}\0`)).rejects.toMatchObject({ code: 'request_invalid' })
    },
  )

  test('without its end is refused', async () => {
    await expect(apply([root, file('a')], null)).rejects.toMatchObject({ code: 'request_invalid' })
  })

  test.each([0, 1, 511, 512, 600, 1024, 1500, 2600])(
    'that breaks off after %i bytes is refused',
    async (bytes) => {
      const cut = async function* () {
        const whole: Buffer[] = []
        mkdirSync(`${directory}/some`)
        writeFileSync(`${directory}/some/file`, 'x'.repeat(1000))
        for await (const piece of exported(`${directory}/some`, Buffer.alloc(0))) whole.push(piece)
        yield Buffer.concat(whole).subarray(0, bytes)
      }
      mkdirSync(`${directory}/into`)
      await expect(imported(cut(), `${directory}/into`)).rejects.toMatchObject({ code: 'request_invalid' })
    },
  )

  test('any other bytes are no archive', async () => {
    mkdirSync(`${directory}/into`)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3000 }), async (bytes) => {
        const whole = (async function* () {
          yield Buffer.from(bytes)
        })()
        await expect(imported(whole, `${directory}/into`)).rejects.toMatchObject({ code: 'request_invalid' })
      }),
      { numRuns: 50 },
    )
  })
})

test('where somebody runs already nothing is imported', async () => {
  symlinkSync('a', `${directory}/a`)
  await expect(imported(exported(directory, Buffer.alloc(0)), directory, [7])).rejects.toMatchObject({
    code: 'conflict',
  })
})
