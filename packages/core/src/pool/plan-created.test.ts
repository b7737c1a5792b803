import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planPool, pooledMemoryMb } from './plan.ts'
import { type CreatedBounds, createdMemoryMb, planCreated } from './plan-created.ts'

const nowMs = 1_000_000
const bounds: CreatedBounds = { sizeMin: 2, sizeMax: 16, memoryMbMax: 10_000 }
const room = { memoryMb: 10_000, pooled: 0 }
const burst = (count: number, atMs = nowMs) => Array.from({ length: count }, () => atMs)

function plan(
  demands: Record<string, readonly number[]>,
  pooled: Record<string, number> = {},
  more: Partial<CreatedBounds & { memoryMb: number }> = {},
) {
  const templates = Object.entries(demands).map(([buildId, demand]) => ({ buildId, demand }))
  const shares = Object.entries(pooled).map(([buildId, size]) => ({ buildId, size, thawed: 0 }))
  return planCreated(templates, shares, {
    bounds: { ...bounds, ...more },
    room: { ...room, memoryMb: more.memoryMb ?? room.memoryMb },
    created: 0,
    nowMs,
  })
}

test('a node without templates creates nothing ahead', () => {
  expect(plan({})).toBeUndefined()
})

test('a template that nobody asks for has the least', () => {
  expect(plan({ a: [] })).toEqual({ buildId: 'a', size: 2 })
})

test('the busiest template has what its burst asked for beyond the pool', () => {
  expect(plan({ a: burst(3), b: burst(12) }, { a: 3, b: 4 })).toEqual({ buildId: 'b', size: 8 })
})

test('of two that are as busy, the one that was asked for last has them', () => {
  expect(plan({ a: burst(5), b: burst(5, nowMs - 60_000) })).toEqual({ buildId: 'a', size: 5 })
})

test('no burst makes more than the cap', () => {
  expect(plan({ a: burst(90) })).toEqual({ buildId: 'a', size: 16 })
})

test('memory that the pool takes is not there for them', () => {
  const memoryMbMax = 3 * pooledMemoryMb + 4 * createdMemoryMb
  expect(plan({ a: burst(90) }, { a: 3 }, { memoryMbMax })).toEqual({ buildId: 'a', size: 4 })
})

test('a node without free memory gives them up', () => {
  expect(plan({ a: burst(90) }, {}, { memoryMb: -100 })).toEqual({ buildId: 'a', size: 0 })
})

test('whatever is asked for, the pool and they stay within the memory that both may take', () => {
  const demand = fc.array(fc.integer({ min: nowMs - 700_000, max: nowMs }), { maxLength: 40 })
  const templates = fc.array(fc.record({ buildId: fc.uuid(), demand }), { maxLength: 6 })
  fc.assert(
    fc.property(templates, fc.nat(4_000), fc.nat(64), (given, memoryMbMax, sizeMax) => {
      const sorted = given.map(({ buildId, demand: times }) => {
        return { buildId, demand: times.toSorted((a, b) => a - b) }
      })
      const pool = { sizeMin: 1, countMax: 20, memoryMbMax }
      const shares = planPool(sorted, { bounds: pool, room, nowMs })
      const planned = planCreated(sorted, shares, {
        bounds: { sizeMin: 2, sizeMax, memoryMbMax },
        room,
        created: 0,
        nowMs,
      })
      const size = planned?.size ?? 0
      const pooled = shares.reduce((sum, share) => sum + share.size, 0)
      expect(size).toBeLessThanOrEqual(sizeMax)
      expect(pooled * pooledMemoryMb + size * createdMemoryMb).toBeLessThanOrEqual(memoryMbMax)
    }),
  )
})
