import { expect, test } from 'vitest'
import { buildKey, treeKey } from './build-key.ts'

const tree = { recipeDigest: 'r', suite: 'bookworm', nodeVersion: '24.0.0 x64' }
const build = {
  treeKey: 't',
  daemonDigest: 'd',
  resources: { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 },
  node: { runtimeVersion: 'v', runtimeFlags: ['--a'], cpuFeatures: 'avx' },
}

test('equal ingredients give an equal key', () => {
  expect(treeKey({ ...tree })).toBe(treeKey(tree))
  expect(buildKey({ ...build })).toBe(buildKey(build))
})

test.each([
  ['recipe', { recipeDigest: 'x' }],
  ['Debian suite', { suite: 'trixie' }],
  ['Node', { nodeVersion: '24.0.1 x64' }],
])('another %s needs another tree', (_, change) => {
  expect(treeKey({ ...tree, ...change })).not.toBe(treeKey(tree))
})

test.each([
  ['tree', { treeKey: 'x' }],
  ['daemon', { daemonDigest: 'x' }],
  ['memory size', { resources: { ...build.resources, memoryMb: 512 } }],
  ['runsc', { node: { ...build.node, runtimeVersion: 'x' } }],
  ['set of runsc flags', { node: { ...build.node, runtimeFlags: [] } }],
  ['thing that it starts', { starts: { user: 'user', command: 'serve', ready: 'true' } }],
  ['processor', { node: { ...build.node, cpuFeatures: 'avx sse' } }],
])('another %s needs another build', (_, change) => {
  expect(buildKey({ ...build, ...change })).not.toBe(buildKey(build))
})
