/**
 * Creates trees of files from descriptions and describes existing ones, for tests that move them from one place to
 * another.
 */

import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {
  makeNodeAt,
  notFollowingFlag,
  setTimesAt,
  timesOf,
  workingDirectory,
} from '../edge/filesystem/libc-files.ts'
import { readAttributes, writeAttributes } from '../edge/root-changes/open-attributes.ts'

/** Names and targets are Latin-1: every character is one byte. */
export type TreeNode =
  | { readonly kind: 'file'; readonly content: string; readonly mode: number; readonly attribute?: string }
  | {
      readonly kind: 'directory'
      readonly mode: number
      readonly children: Readonly<Record<string, TreeNode>>
    }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'fifo'; readonly mode: number }

const modifiedNs = 1_600_000_000_123_456_789n
const attributeName = Buffer.from('user.e2b.note')

/**
 * `path` is an existing directory. A `link` becomes another name of the first file of its directory, if there is one.
 */
export function makeTree(path: Buffer, children: Readonly<Record<string, TreeNode>>): void {
  let first: Buffer | undefined
  for (const [name, node] of Object.entries(children)) {
    const place = below(path, Buffer.from(name, 'latin1'))
    if (node.kind === 'link') {
      if (first !== undefined) linkSync(first, place)
    } else {
      makeNode(place, node)
      if (node.kind === 'file') first ??= place
    }
  }
}

function makeNode(path: Buffer, node: Exclude<TreeNode, { kind: 'link' }>): void {
  switch (node.kind) {
    case 'file':
      writeFileSync(path, Buffer.from(node.content, 'latin1'))
      if (node.attribute !== undefined) setAttribute(path, node.attribute)
      chmodSync(path, node.mode)
      break
    case 'directory':
      mkdirSync(path)
      makeTree(path, node.children)
      chmodSync(path, node.mode)
      break
    case 'symlink':
      symlinkSync(Buffer.from(node.target, 'latin1'), path)
      break
    case 'fifo':
      makeNodeAt(workingDirectory, withNul(path), constants.S_IFIFO | 0o600, 0n)
      chmodSync(path, node.mode)
  }
  setTimesAt(workingDirectory, withNul(path), timesOf(modifiedNs), notFollowingFlag)
}

function setAttribute(path: Buffer, value: string): void {
  const descriptor = openSync(path, 'r')
  writeAttributes(descriptor, [{ name: attributeName, value: Buffer.from(value, 'latin1') }])
  closeSync(descriptor)
}

/** Returns one line per entry, including the root, with all its attributes. */
export function describeTree(root: Buffer): string[] {
  const inodes = new Map<bigint, string>()
  const describe = (path: Buffer, shown: string): string[] => {
    const { mode, uid, gid, mtimeNs, nlink, ino, rdev } = lstatSync(path, { bigint: true })
    const kind = Number(mode) & constants.S_IFMT
    const isDirectory = kind === constants.S_IFDIR
    const others = inodes.get(ino)
    inodes.set(ino, others ?? shown)
    const facts = [shown, mode.toString(8), uid, gid, mtimeNs, isDirectory ? '' : nlink, rdev, others ?? '']
    const line = [...facts, contentOf(path, kind)].join(' ')
    if (!isDirectory) return [line]
    const names = readdirSync(path, { encoding: 'buffer' }).sort(Buffer.compare)
    return [
      line,
      ...names.flatMap((name) => describe(below(path, name), `${shown}/${name.toString('latin1')}`)),
    ]
  }
  return describe(root, '')
}

function contentOf(path: Buffer, kind: number): string {
  if (kind === constants.S_IFLNK) return readlinkSync(path, 'latin1')
  if (kind !== constants.S_IFREG && kind !== constants.S_IFDIR) return ''
  const descriptor = openSync(path, 'r')
  try {
    const attributes = readAttributes(descriptor).map(({ name, value }) => `${name}=${value.toString('hex')}`)
    return [...attributes, kind === constants.S_IFREG ? readFileSync(descriptor, 'latin1') : ''].join(' ')
  } finally {
    closeSync(descriptor)
  }
}

export function pathsOf(root: Buffer): Buffer {
  const list = (path: Buffer, shown: Buffer): Buffer[] => [
    shown,
    Buffer.alloc(1),
    ...(lstatSync(path).isDirectory()
      ? readdirSync(path, { encoding: 'buffer' }).flatMap((name) =>
          list(below(path, name), below(shown, name)),
        )
      : []),
  ]
  return Buffer.concat(
    readdirSync(root, { encoding: 'buffer' }).flatMap((name) =>
      list(below(root, name), below(Buffer.alloc(0), name)),
    ),
  )
}

function below(directory: Buffer, name: Buffer): Buffer {
  return Buffer.concat([directory, Buffer.from('/'), name])
}

function withNul(path: Buffer): Buffer {
  return Buffer.concat([path, Buffer.alloc(1)])
}
