import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canTake, chooseNode, type NodeView, type PlacementRequest } from './choose-node.ts'
import { NodeTable } from './node-table.ts'

const view = (nodeId: string, more: Partial<NodeView> = {}): NodeView => ({
  ...{ nodeId, isOpen: true, arch: 'x86_64', cpuClass: 'new', labels: new Set() },
  ...{ placesMax: 100, placesUsed: 10, cpuCount: 16, cpusAllocated: 10 },
  ...{ memoryTotalMb: 10_000, memoryFreeMb: 9_000, diskFreeMb: 10_000 },
  ...{ pooledBuilds: new Set(), cachedBuilds: new Set() },
  ...more,
})
const request = (more: Partial<PlacementRequest> = {}): PlacementRequest => ({
  ...{ buildId: 'base', cpuCount: 2, memoryMb: 512, excluded: new Set() },
  ...more,
})
const tableOf = (...views: readonly NodeView[]) => {
  const table = new NodeTable()
  for (const each of views) table.set(each)
  return table
}
const choose = (views: readonly NodeView[], more: Partial<PlacementRequest> = {}) =>
  chooseNode(tableOf(...views), request(more), () => 0)?.nodeId

describe('a node takes no sandbox', () => {
  test.each([
    ['that is not open', { isOpen: false }, {}],
    ['whose places are used', { placesUsed: 100 }, {}],
    ['without memory', { memoryFreeMb: 63 }, {}],
    ['without disk', { diskFreeMb: 0 }, {}],
    ['that is smaller than the sandbox', {}, { memoryMb: 20_000 }],
    ['that has refused', {}, { excluded: new Set(['a']) }],
    ['that cannot be reached', {}, { isReachable: () => false }],
    ['of another architecture', {}, { arch: 'aarch64' }],
    ['that lacks CPU features of the memory', { cpuClass: 'old' }, { cpuClasses: new Set(['new']) }],
    ['without a label', {}, { labels: ['gpu'] }],
  ] as const)('%s', (_, node, wanted) => {
    expect(canTake(view('a'), request())).toBe(true)
    expect(choose([view('a', node)], wanted)).toBeUndefined()
  })
})

describe('of the nodes that can take it', () => {
  test.each([
    ['the emptiest', [view('a', { placesUsed: 50 }), view('b')], {}, 'b'],
    [
      'one that has the files, if it is little fuller',
      [view('a'), view('b', { placesUsed: 15, cachedBuilds: new Set(['base']) })],
      {},
      'b',
    ],
    [
      'not one that has the files and is much fuller',
      [view('a'), view('b', { placesUsed: 30, cachedBuilds: new Set(['base']) })],
      {},
      'a',
    ],
    ['one with a pool', [view('a'), view('b', { placesUsed: 12, pooledBuilds: new Set(['base']) })], {}, 'b'],
    ['the origin, however full', [view('a'), view('b', { placesUsed: 99 })], { originId: 'b' }, 'b'],
    [
      'another one, when the origin is away',
      [view('a'), view('b', { isOpen: false })],
      { originId: 'b' },
      'a',
    ],
    [
      'one that is scarce of nothing',
      [view('a', { memoryFreeMb: 4_000 }), view('b', { placesUsed: 40 })],
      {},
      'b',
    ],
  ] as const)('%s', (_, views, wanted, nodeId) => {
    expect(choose(views, wanted)).toBe(nodeId)
  })

  test('the only one is found among many that cannot', () => {
    const full = Array.from({ length: 500 }, (_, n) => view(`full${n}`, { placesUsed: 100 }))
    expect(choose([...full, view('free')])).toBe('free')
  })
})

const anyView: fc.Arbitrary<Partial<NodeView>> = fc.record({
  isOpen: fc.boolean(),
  cpuClass: fc.constantFrom('new', 'old'),
  placesUsed: fc.integer({ min: 90, max: 101 }),
  memoryFreeMb: fc.integer({ min: -100, max: 10_000 }),
  cachedBuilds: fc.constantFrom(new Set<string>(), new Set(['base'])),
})

test('it never chooses a node that cannot take the sandbox, and finds one whenever there is one', () => {
  fc.assert(
    fc.property(
      fc.array(anyView, { maxLength: 20 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999 })),
      (views, draws) => {
        const table = tableOf(...views.map((more, n) => view(String(n), more)))
        const wanted = request({ cpuClasses: new Set(['new']) })
        const chosen = chooseNode(table, wanted, () => draws.next().value ?? 0)
        expect(chosen !== undefined).toBe(table.all.some((node) => canTake(node, wanted)))
        if (chosen !== undefined) expect(canTake(chosen, wanted)).toBe(true)
      },
    ),
  )
})

test('the table knows the holders of a build after any order of reports and removals', () => {
  const builds = ['x', 'y', 'z']
  const step = fc.record({ node: fc.nat(4), held: fc.subarray(builds), isRemoved: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const table = new NodeTable()
      const model = new Map<string, readonly string[]>()
      for (const { node, held, isRemoved } of steps) {
        const nodeId = String(node)
        if (isRemoved) table.remove(nodeId)
        else table.set(view(nodeId, { cachedBuilds: new Set(held) }))
        if (isRemoved) model.delete(nodeId)
        else model.set(nodeId, held)
      }
      expect(table.all.map(({ nodeId }) => nodeId).sort()).toEqual([...model.keys()].sort())
      for (const build of builds) {
        const holders = [...model].filter(([, held]) => held.includes(build)).map(([nodeId]) => nodeId)
        expect(
          table
            .holdersOf(build)
            .map(({ nodeId }) => nodeId)
            .sort(),
        ).toEqual(holders.sort())
      }
    }),
  )
})

test('what was placed on a node counts until its next report', () => {
  const table = tableOf(view('a', { placesMax: 11 }))
  expect(chooseNode(table, request(), () => 0)?.nodeId).toBe('a')
  table.notePlaced('a', request())
  expect(chooseNode(table, request(), () => 0)).toBeUndefined()
  table.set(view('a', { placesMax: 11 }))
  expect(chooseNode(table, request(), () => 0)?.nodeId).toBe('a')
})
