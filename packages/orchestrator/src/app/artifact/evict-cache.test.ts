import { beforeEach, expect, test } from 'vitest'
import type { CachedArtifact } from '../../ports/artifact-cache.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { type EvictCacheContext, evictCache } from './evict-cache.ts'

const megabyte = 2 ** 20

let machine: SimulatedMachine
let node: NodeContext
let all: CachedArtifact[]
let stored: Set<string>
let isAway: boolean

beforeEach(() => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  all = []
  stored = new Set()
  isAway = false
})

/** Entries of a megabyte each, of which the first was used a minute ago, and each other one a second later. */
function entries(...artifactIds: string[]): CachedArtifact[] {
  return artifactIds.map((artifactId, index) => ({
    ...{ artifactId, isBundled: false, usedAtMs: machine.nowMs - 60_000 + index * 1000 },
    files: [{ inode: index, names: 1, bytes: megabyte }],
  }))
}

function context(megabytesMax: number): EvictCacheContext {
  return {
    ...node,
    bytesMax: megabytesMax * megabyte,
    artifacts: {
      async findStored(ids) {
        if (isAway) throw new Error('the object store is away')
        return new Set(ids.filter((id) => stored.has(id)))
      },
    },
    cache: {
      list: async () => all,
      async evict({ artifactId }) {
        all = all.filter((one) => one.artifactId !== artifactId)
        return true
      },
    },
    onEvicted: async () => undefined,
  }
}

const left = () => all.map(({ artifactId }) => artifactId)

test('the least recently used go until the rest is within the limit', async () => {
  all = entries('a', 'b', 'c', 'd')
  stored = new Set(left())
  await evictCache(context(2))
  expect(left()).toEqual(['c', 'd'])
})

test('what only this node has stays, whatever the limit is', async () => {
  all = entries('a', 'b', 'c')
  stored = new Set(['b'])
  await evictCache(context(0))
  expect(left()).toEqual(['a', 'c'])
})

test('while the object store is away nothing goes, and later it does', async () => {
  all = entries('a')
  stored = new Set(left())
  isAway = true
  await evictCache(context(0))
  expect(left()).toEqual(['a'])
  isAway = false
  await evictCache(context(0))
  expect(left()).toEqual([])
})

test('a bundled template stays, and what was used a moment ago', async () => {
  const [a, b, c] = entries('a', 'b', 'c')
  if (a === undefined || b === undefined || c === undefined) throw new Error('three entries')
  all = [{ ...a, isBundled: true }, b, { ...c, usedAtMs: machine.nowMs - 5000 }]
  stored = new Set(left())
  await evictCache(context(0))
  expect(left()).toEqual(['a', 'c'])
})

test('while sandboxes start, what was used in the last minutes stays', async () => {
  const [a, b] = entries('a', 'b')
  if (a === undefined || b === undefined) throw new Error('two entries')
  all = [{ ...a, usedAtMs: machine.nowMs - 301_000 }, b]
  stored = new Set(left())
  node.starting.add('i1')
  await evictCache(context(0))
  expect(left()).toEqual(['b'])
  node.starting.delete('i1')
  await evictCache(context(0))
  expect(left()).toEqual([])
})

test('the build of a running sandbox stays', async () => {
  const { templateId, buildId } = simulatedBuild
  await createSandbox(node, {
    ...{ sandboxId: 'i00000000000000000001', templateId, buildId, timeoutSeconds: 60, envVars: {} },
    egress: { allowOut: [], denyOut: [] },
  })
  all = entries(buildId, 'other')
  stored = new Set(left())
  await evictCache(context(0))
  expect(left()).toEqual([buildId])
})
