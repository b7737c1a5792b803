import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  askedJustNow,
  burstMs,
  busiestMoment,
  type Demand,
  rememberedMax,
  rememberedMs,
  withCreate,
} from './demand.ts'

describe('the busiest moment', () => {
  test.each([
    ['of nobody', [], 0],
    ['of one create', [1000], 1],
    ['of a burst', [1000, 1000, 1000], 3],
    ['of a steady rate is what comes in one refill', [1000, 2000, 3000, 4000, 5000, 6000, 7000], 5],
    ['is an earlier burst, not the last create', [1000, 1001, 1002, 60_000], 3],
    ['does not count a create that came a whole refill before', [1000, 1000 + burstMs], 1],
  ])('%s', (_, demand, most) => {
    expect(busiestMoment(demand, 60_000)).toBe(most)
  })

  test('is forgotten', () => {
    const demand = [1000, 1000, 1000]
    expect(busiestMoment(demand, 999 + rememberedMs)).toBe(3)
    expect(busiestMoment(demand, 1000 + rememberedMs)).toBe(0)
  })

  test('is that of counting each window', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60_000), { maxLength: 60 }), (given) => {
        const demand = given.toSorted((a, b) => a - b)
        const counts = demand.map((end) => demand.filter((at) => at > end - burstMs && at <= end).length)
        expect(busiestMoment(demand, 60_000)).toBe(Math.max(0, ...counts))
      }),
    )
  })
})

test('only creates of the last moment were asked for just now', () => {
  expect(askedJustNow([1, 1000, 2000], 1000 + burstMs)).toBe(1)
})

test('what is remembered is bounded, in number and in time', () => {
  let demand: Demand = []
  for (let count = 0; count < 2 * rememberedMax; count++) demand = withCreate(demand, 1000)
  expect(demand).toHaveLength(rememberedMax)
  expect(withCreate(demand, 1000 + rememberedMs)).toEqual([1000 + rememberedMs])
})
