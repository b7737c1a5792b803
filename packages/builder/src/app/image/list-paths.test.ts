import { expect, test } from 'vitest'
import { makeDirectory } from '../../dialect/tree/tree.ts'
import { listPaths } from './list-paths.ts'

const looks = { mode: 0o755, uid: 0, gid: 0, mtimeSeconds: 1_700_000_000, mtimeNanos: 5 }

function tree() {
  const root = makeDirectory(0, { ...looks, mtimeSeconds: 0, mtimeNanos: 0 })
  const inner = makeDirectory(0, looks)
  root.entries.set('a', inner)
  root.entries.set('a-b', { kind: 'fifo', attributes: looks, layer: 0 })
  inner.entries.set('\xff', { kind: 'file', attributes: looks, layer: 0, size: 0, block: 0 })
  return root
}

test('paths stand in the order of their bytes, directories with their times', () => {
  const list = listPaths(tree(), true).toString('latin1')
  expect(list).toBe('///0\0/a//1700000000000000005\0/a-b\0/a/\xff\0')
})

test('a list for an older daemon has paths only', () => {
  expect(listPaths(tree(), false).toString('latin1')).toBe('/a\0/a-b\0/a/\xff\0')
})
