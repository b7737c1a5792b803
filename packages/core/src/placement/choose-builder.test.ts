import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseBuilder } from './choose-builder.ts'
import { canTake, type NodeView, type PlacementRequest } from './choose-node.ts'

const view = (nodeId: string, more: Partial<NodeView> = {}): NodeView => ({
  ...{ nodeId, isOpen: true, arch: 'x86_64', cpuClass: 'new', labels: new Set() },
  ...{ placesMax: 100, placesUsed: 10, cpuCount: 16, cpusAllocated: 10 },
  ...{ memoryTotalMb: 10_000, memoryFreeMb: 9_000, diskFreeMb: 10_000 },
  ...{ pooledBuilds: new Set(), cachedBuilds: new Set() },
  ...more,
})
const request: PlacementRequest = { cpuCount: 0, memoryMb: 0, excluded: new Set() }

interface Case {
  readonly last?: string
  readonly underWay?: Readonly<Record<string, number>>
  readonly views?: readonly NodeView[]
  readonly more?: Partial<PlacementRequest>
}

const empty = [view('a', { placesUsed: 0 }), view('b'), view('c')]
function choose({ last, underWay = {}, views = empty, more = {} }: Case): string | undefined {
  const facts = { lastNodeId: last, underWay: new Map(Object.entries(underWay)), draw: () => 0 }
  return chooseBuilder({ all: views }, { ...request, ...more }, facts)?.nodeId
}

describe('a template is built', () => {
  test.each<[string, Case, string | undefined]>([
    ['on the emptiest node, if it never was', {}, 'a'],
    ['where it was built last', { last: 'b' }, 'b'],
    [
      'there also if that is the fullest node',
      { last: 'b', views: [view('a'), view('b', { placesUsed: 99 })] },
      'b',
    ],
    ['there also behind one other build', { last: 'b', underWay: { b: 1 } }, 'b'],
    ['elsewhere, if there it waited for two', { last: 'b', underWay: { b: 2 } }, 'a'],
    [
      'there, if it waits for as many or one less elsewhere',
      { last: 'b', underWay: { a: 1, b: 2, c: 1 } },
      'b',
    ],
    ['on a node without builds, if another one is emptier', { underWay: { a: 1 } }, 'b'],
    ['on the node with the fewest', { last: 'a', underWay: { a: 5, b: 3, c: 2 } }, 'c'],
    ['elsewhere, if its last node is gone', { last: 'gone' }, 'a'],
    [
      'elsewhere, if its last node is not open',
      { last: 'b', views: [view('a'), view('b', { isOpen: false })] },
      'a',
    ],
    [
      'elsewhere, if its last node has no disk',
      { last: 'b', views: [view('a'), view('b', { diskFreeMb: 0 })] },
      'a',
    ],
    [
      'elsewhere, if its last node cannot be reached',
      { last: 'b', more: { isReachable: (id) => id !== 'b' } },
      'a',
    ],
    [
      'elsewhere, if its last node lacks a label',
      { last: 'a', views: [view('a'), view('b', { labels: new Set(['x']) })], more: { labels: ['x'] } },
      'b',
    ],
    [
      'there, however many builds it has, if no other node can take it',
      { last: 'b', underWay: { b: 9 }, more: { excluded: new Set(['a', 'c']) } },
      'b',
    ],
    ['nowhere, if no node can take it', { last: 'b', more: { labels: ['x'] } }, undefined],
  ])('%s', (_, given, nodeId) => {
    expect(choose(given)).toBe(nodeId)
  })
})

const anyNode = fc.record({
  isOpen: fc.boolean(),
  placesUsed: fc.integer({ min: 90, max: 101 }),
  builds: fc.nat(4),
})
const anyDraws = fc.infiniteStream(fc.double({ min: 0, max: 0.999 }))

test('it is on a node that can take it, behind at most one build more than elsewhere, and that only where it was last', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 12 }), fc.nat(12), anyDraws, (nodes, last, draws) => {
      const views = nodes.map(({ isOpen, placesUsed }, n) => view(String(n), { isOpen, placesUsed }))
      const underWay = new Map(nodes.map(({ builds }, n) => [String(n), builds]))
      const lastNodeId = String(last)
      const draw = () => draws.next().value ?? 0
      const chosen = chooseBuilder({ all: views }, request, { lastNodeId, underWay, draw })
      const able = views.filter((node) => canTake(node, request))
      expect(chosen === undefined).toBe(able.length === 0)
      if (chosen === undefined) return
      expect(able).toContain(chosen)
      const more = ({ nodeId }: NodeView) =>
        (underWay.get(nodeId) ?? 0) - Math.min(...able.map((node) => underWay.get(node.nodeId) ?? 0))
      const lastOne = able.find(({ nodeId }) => nodeId === lastNodeId)
      if (lastOne !== undefined && more(lastOne) <= 1) expect(chosen).toBe(lastOne)
      else expect(more(chosen)).toBe(0)
    }),
  )
})

test('of templates that were all built on one node last and are started at once, no node gets more than two more than another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(40), anyDraws, (nodeCount, builds, draws) => {
      const views = Array.from({ length: nodeCount }, (_, n) => view(String(n)))
      const underWay = new Map(views.map(({ nodeId }) => [nodeId, 0]))
      const draw = () => draws.next().value ?? 0
      for (let build = 0; build < builds; build++) {
        const chosen = chooseBuilder({ all: views }, request, { lastNodeId: '0', underWay, draw })
        if (chosen !== undefined) underWay.set(chosen.nodeId, (underWay.get(chosen.nodeId) ?? 0) + 1)
      }
      const counts = [...underWay.values()]
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(builds)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
    }),
  )
})
