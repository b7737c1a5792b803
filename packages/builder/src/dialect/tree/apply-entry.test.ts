import type { TarEntry } from '@cay/core/archive/tar-parser.ts'
import { expect, test } from 'vitest'
import { applyEntry } from './apply-entry.ts'
import { type Directory, findEntry, makeDirectory } from './tree.ts'

type Line = readonly [kind: TarEntry['kind'], name: string, linkName?: string]

const plain = { mode: 0o644, uid: 0, gid: 0, size: 0, mtimeSeconds: 0, mtimeNanos: 0, records: new Map() }

function layers(...all: Line[][]): Directory {
  const root = makeDirectory(-1)
  for (const [layer, lines] of all.entries()) {
    const overlay = { root, layer, nextBlock: () => layer, leftOut: () => undefined }
    for (const [kind, name, linkName = ''] of lines) applyEntry(overlay, { ...plain, kind, name, linkName })
  }
  return root
}

function paths(directory: Directory, above = ''): string[] {
  return [...directory.entries].flatMap(([name, entry]) => {
    const path = `${above}/${name}`
    return entry.kind === 'directory' ? [path, ...paths(entry, path)] : [path]
  })
}

test('a whiteout hides what lower layers put', () => {
  const root = layers(
    [
      ['file', 'a/x'],
      ['file', 'a/y'],
    ],
    [['file', 'a/.wh.x']],
  )
  expect(paths(root)).toEqual(['/a', '/a/y'])
})

test.each([
  [
    'before',
    [
      ['file', 'a/.wh..wh..opq'],
      ['file', 'a/new'],
      ['directory', 'a/sub'],
      ['file', 'a/sub/new'],
    ],
  ],
  [
    'after',
    [
      ['file', 'a/new'],
      ['directory', 'a/sub'],
      ['file', 'a/sub/new'],
      ['file', 'a/.wh..wh..opq'],
    ],
  ],
] as const)(
  'an opaque directory hides all of them, and nothing of its own layer, wherever it stands (%s)',
  (_, upper) => {
    const root = layers(
      [
        ['file', 'a/old'],
        ['file', 'a/sub/old'],
      ],
      upper.map((line) => line),
    )
    expect(paths(root).sort()).toEqual(['/a', '/a/new', '/a/sub', '/a/sub/new'])
  },
)

test('a whiteout hides a whole directory', () => {
  expect(paths(layers([['file', 'a/b/c']], [['file', '.wh.a']]))).toEqual([])
})

test('a name that is hidden and put again by the same layer is there', () => {
  expect(
    paths(
      layers(
        [['file', 'a']],
        [
          ['file', '.wh.a'],
          ['file', 'a'],
        ],
      ),
    ),
  ).toEqual(['/a'])
  expect(
    paths(
      layers(
        [['file', 'a']],
        [
          ['file', 'a'],
          ['file', '.wh.a'],
        ],
      ),
    ),
  ).toEqual(['/a'])
})

test('a whiteout goes through links only within the tree', () => {
  const root = layers(
    [
      ['file', 'real/x'],
      ['symbolic link', 'link', '../../real'],
    ],
    [['file', 'link/.wh.x']],
  )
  expect(paths(root).sort()).toEqual(['/link', '/real'])
})

test.each(['.wh.', '.wh..', 'a/.wh...'])('a whiteout of %s is refused', (name) => {
  expect(() => layers([['file', 'a/x']], [['file', name]])).toThrow('a whiteout has no name')
})

test('what one storage driver noted for itself is no file', () => {
  expect(
    paths(
      layers([
        ['directory', '.wh..wh.plnk'],
        ['file', '.wh..wh.aufs'],
      ]),
    ),
  ).toEqual([])
})

test('a file behind a link lands where the link leads in the tree', () => {
  const root = layers(
    [
      ['directory', 'usr/lib'],
      ['symbolic link', 'lib', 'usr/lib'],
    ],
    [['file', 'lib/x']],
  )
  expect(paths(root).sort()).toEqual(['/lib', '/usr', '/usr/lib', '/usr/lib/x'])
})

test.each([
  ['absolute', '/etc'],
  ['upward', '../../../../etc'],
])('a link that leads out of the tree stays in it (%s)', (_, target) => {
  const root = layers(
    [
      ['directory', 'etc'],
      ['symbolic link', 'out', target],
    ],
    [['file', 'out/passwd']],
  )
  expect(paths(root)).toContain('/etc/passwd')
})

test('links in a circle are refused', () => {
  const circle: Line[] = [
    ['symbolic link', 'a', 'b'],
    ['symbolic link', 'b', 'a'],
    ['file', 'a/x'],
  ]
  expect(() => layers(circle)).toThrow('something that is not a directory is in the way')
})

test('a file in the way of a directory is refused', () => {
  const lines: Line[] = [
    ['file', 'a'],
    ['file', 'a/b'],
  ]
  expect(() => layers(lines)).toThrow('something that is not a directory is in the way')
})

test.each(['var/home', '/var/home', 'elsewhere', '../../var/home'])(
  'what lies below a link to nothing (%s) lies where the link leads',
  (target) => {
    const root = layers(
      [
        ['symbolic link', 'elsewhere', 'var/home'],
        ['symbolic link', 'home', target],
      ],
      [['file', 'home/x']],
    )
    expect(paths(root)).toContain('/var/home/x')
    expect(findEntry(root, ['home', 'x'])?.kind).toBe('file')
  },
)

test('a hard link is the file itself', () => {
  const root = layers([
    ['file', 'a'],
    ['hard link', 'b', 'a'],
  ])
  expect(findEntry(root, ['a'])).toBe(findEntry(root, ['b']))
})

test.each(['gone', 'dir', '../../etc/shadow', ''])('a hard link to "%s" is refused', (target) => {
  expect(() =>
    layers([
      ['directory', 'dir'],
      ['hard link', 'b', target],
    ]),
  ).toThrow('the archive is refused')
})

test('a later entry of a name replaces the earlier one, whatever both are', () => {
  const root = layers([
    ['directory', 'a'],
    ['file', 'a/x'],
    ['symbolic link', 'a', '/etc'],
    ['file', 'a'],
  ])
  expect(findEntry(root, ['a'])?.kind).toBe('file')
})

test('a directory that comes again keeps what is in it', () => {
  expect(
    paths(
      layers(
        [
          ['directory', 'a'],
          ['file', 'a/x'],
        ],
        [['directory', 'a']],
      ),
    ),
  ).toEqual(['/a', '/a/x'])
})

test('device nodes are left out', () => {
  expect(
    paths(
      layers([
        ['character device', 'dev/null'],
        ['block device', 'sda'],
      ]),
    ),
  ).toEqual([])
})
