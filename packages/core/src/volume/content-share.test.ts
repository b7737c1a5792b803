import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasShare } from './content-share.ts'

/** What teams have after they asked in this order. */
function grant(max: number, asked: readonly number[]): Map<number, number> {
  const has = new Map<number, number>()
  for (const team of asked) {
    const all = [...has.values()].reduce((sum, own) => sum + own, 0)
    const own = has.get(team) ?? 0
    if (hasShare({ own, all, max })) has.set(team, own + 1)
  }
  return has
}

test('one team has half of what there is at most, and two have a third each', () => {
  expect(grant(32, Array(100).fill(0)).get(0)).toBe(16)
  const two = grant(
    30,
    [...Array(100).keys()].map((turn) => turn % 2),
  )
  expect([two.get(0), two.get(1)]).toEqual([10, 10])
})

test('there are never more than there may be, and a team that has some never takes the last one', () => {
  const teams = fc.array(fc.nat(5), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), teams, (max, asked) => {
      const has = grant(max, asked)
      const all = [...has.values()].reduce((sum, own) => sum + own, 0)
      expect(all).toBeLessThanOrEqual(max)
      expect(hasShare({ own: 0, all, max })).toBe(all < max)
      for (const own of has.values()) if (hasShare({ own, all, max })) expect(all + 1).toBeLessThan(max)
    }),
  )
})
