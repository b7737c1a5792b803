import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  onDemandMax,
  type PoolBounds,
  type PoolTemplate,
  planPool,
  pooledMemoryMb,
  thawedMax,
} from './plan.ts'

const nowMs = 1_000_000
const bounds: PoolBounds = { sizeMin: 2, countMax: 16, memoryMbMax: 100 * pooledMemoryMb }
const roomy = { memoryMb: 1000 * pooledMemoryMb, pooled: 0 }
const burst = (count: number, atMs: number) => Array.from({ length: count }, () => atMs)

function plan(demands: Record<string, readonly number[]>, more: Partial<typeof bounds & typeof roomy> = {}) {
  const templates = Object.entries(demands).map(([buildId, demand]) => ({ buildId, demand }))
  const shares = planPool(templates, {
    bounds: { ...bounds, ...more },
    room: { ...roomy, ...more },
    nowMs,
  })
  return Object.fromEntries(shares.map(({ buildId, size, thawed }) => [buildId, [size, thawed]]))
}

test.each([
  ['who is not asked for has the least, and it is frozen', { a: [] }, {}, { a: [2, 0] }],
  ['who was asked for keeps its busiest moment', { a: burst(7, nowMs - 60_000) }, {}, { a: [7, 0] }],
  ['who is asked for now has its next ones thawed', { a: burst(3, nowMs) }, {}, { a: [3, 3] }],
  ['no more are thawed than the bound', { a: burst(9, nowMs) }, {}, { a: [9, thawedMax] }],
  ['no more wait than may', { a: burst(90, nowMs) }, {}, { a: [16, thawedMax] }],
  ['a burst leaves others their part', { a: burst(90, nowMs), b: [] }, {}, { a: [14, thawedMax], b: [2, 0] }],
  [
    'who was asked for last comes first',
    { a: [], b: [nowMs - 60_000] },
    { countMax: 1 },
    { b: [1, 0], a: [0, 0] },
  ],
  ['a pool of none is none', { a: burst(5, nowMs) }, { countMax: 0 }, { a: [0, 0] }],
  ['memory caps it', { a: burst(9, nowMs) }, { memoryMbMax: 3 * pooledMemoryMb }, { a: [3, 3] }],
  ['half of what is free is left', { a: burst(9, nowMs) }, { memoryMb: 8 * pooledMemoryMb }, { a: [4, 4] }],
  [
    'a node without memory gives its pool up',
    { a: burst(9, nowMs) },
    { memoryMb: -4 * pooledMemoryMb, pooled: 2 },
    { a: [0, 0] },
  ],
])('%s', (_, demands, more, shares) => {
  expect(plan(demands, more)).toEqual(shares)
})

test('whatever is asked for, no cap is passed, and nobody gets more than was asked for', () => {
  const demand = fc.array(fc.integer({ min: nowMs - 700_000, max: nowMs }), { maxLength: 40 })
  const templates = fc.array(fc.record({ buildId: fc.uuid(), demand }), { maxLength: 8 })
  const limits = fc.record({
    sizeMin: fc.nat(5),
    countMax: fc.nat(40),
    memoryMbMax: fc.nat(40 * pooledMemoryMb),
  })
  const room = fc.record({ memoryMb: fc.integer({ min: -1000, max: 4000 }), pooled: fc.nat(40) })
  fc.assert(
    fc.property(templates, limits, room, (given, bounded, left) => {
      const shares = planPool(given.map(sorted), { bounds: bounded, room: left, nowMs })
      const total = shares.reduce((sum, { size }) => sum + size, 0)
      expect(total).toBeLessThanOrEqual(bounded.countMax)
      expect(total * pooledMemoryMb).toBeLessThanOrEqual(bounded.memoryMbMax)
      for (const { buildId, size, thawed } of shares) {
        const asked = given.find((one) => one.buildId === buildId)?.demand.length ?? 0
        expect(size).toBeLessThanOrEqual(Math.max(bounded.sizeMin, asked))
        expect(thawed).toBeLessThanOrEqual(size)
      }
    }),
  )
})

function sorted({ buildId, demand }: PoolTemplate): PoolTemplate {
  return { buildId, demand: demand.toSorted((a, b) => a - b) }
}

const onDemand = (demand: readonly number[], countMax = bounds.countMax) =>
  planPool(
    [
      { buildId: 'v', demand, isOnDemand: true },
      { buildId: 'a', demand: [] },
    ],
    { bounds: { ...bounds, countMax }, room: roomy, nowMs },
  ).find(({ buildId }) => buildId === 'v')?.size

test('what is pooled on demand has nothing without demand, and a bounded stock with it', () => {
  expect(onDemand([])).toBe(0)
  expect(onDemand(burst(1, nowMs - 60_000))).toBe(1)
  expect(onDemand(burst(90, nowMs))).toBe(onDemandMax)
})

test('what is pooled on demand takes the last place of no other', () => {
  expect(onDemand(burst(90, nowMs), 1)).toBe(0)
})
