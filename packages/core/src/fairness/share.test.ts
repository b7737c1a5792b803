import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayTake } from './share.ts'

const max = 1000

/** Lets each party in turn take one at a time until it is refused. */
function fill(parties: number, own: number[] = []): number[] {
  const held = [...own, ...Array.from({ length: parties - own.length }, () => 0)]
  const total = () => held.reduce((sum, each) => sum + each, 0)
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const [index, mine] of held.entries()) {
      if (!mayTake({ own: mine, total: total(), max })) continue
      held[index] = mine + 1
      isMoving = true
    }
  }
  return held
}

it('a party alone has half of it', () => {
  expect(fill(1)).toEqual([500])
})

it('parties that come together have the same, and leave as much', () => {
  for (const [index, held] of [fill(1), fill(2), fill(3), fill(4)].entries()) {
    const share = max / (index + 2)
    for (const each of held) expect(Math.abs(each - share)).toBeLessThanOrEqual(1)
  }
})

it('whatever the others hold, one that comes later finds room', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 200 }), (wishes) => {
      const held = [0, 0, 0]
      for (const [index, amount] of wishes.entries()) {
        const who = index % held.length
        const own = held[who] ?? 0
        const total = held.reduce((sum, each) => sum + each, 0)
        if (mayTake({ own, total, max: 64 }, amount)) held[who] = own + amount
      }
      const total = held.reduce((sum, each) => sum + each, 0)
      expect(mayTake({ own: 0, total, max: 64 })).toBe(true)
    }),
  )
})

it('a number of one can be taken', () => {
  expect(mayTake({ own: 0, total: 0, max: 1 })).toBe(true)
  expect(mayTake({ own: 1, total: 1, max: 1 })).toBe(false)
})
