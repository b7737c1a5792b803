import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineBudget } from './line-budget.ts'

const bounds = { linesMax: 3, bytesMax: 100, linesPerSecond: 2, bytesPerSecond: 50 }

it('so many lines at once, and with time so many more', () => {
  const budget = new LineBudget(bounds)
  expect([1, 2, 3, 4].map(() => budget.take(1, 0))).toEqual([true, true, true, false])
  expect([1, 2].map(() => budget.take(1, 500))).toEqual([true, false])
})

it('so many bytes at once, and with time so many more', () => {
  const budget = new LineBudget(bounds)
  expect([60, 60, 40].map((bytes) => budget.take(bytes, 0))).toEqual([true, false, true])
  expect(budget.take(50, 1000)).toBe(true)
})

it('what is not used is kept up to its bound', () => {
  const budget = new LineBudget(bounds)
  budget.take(1, 0)
  expect([1, 2, 3, 4].map(() => budget.take(1, 1_000_000))).toEqual([true, true, true, false])
})

it('a part has no more than the whole, and what the whole refuses costs the part nothing', () => {
  const whole = new LineBudget({ ...bounds, linesMax: 1 })
  const [part, other] = [new LineBudget(bounds, whole), new LineBudget(bounds, whole)]
  expect(other.take(1, 0)).toBe(true)
  expect([1, 2, 3, 4].map(() => part.take(1, 0))).toEqual([false, false, false, false])
  expect([1, 2, 3].map((second) => part.take(1, second * 1000))).toEqual([true, true, true])
})

it('no more is ever given than the bound and the rate allow', () => {
  const steps = fc.array(fc.record({ bytes: fc.nat(60), waitMs: fc.nat(700) }), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (taken) => {
      const budget = new LineBudget(bounds)
      let [nowMs, lines, bytes] = [0, 0, 0]
      for (const step of taken) {
        nowMs += step.waitMs
        if (!budget.take(step.bytes, nowMs)) continue
        lines += 1
        bytes += step.bytes
      }
      expect(lines).toBeLessThanOrEqual(3 + (nowMs / 1000) * 2 + 1e-6)
      expect(bytes).toBeLessThanOrEqual(100 + (nowMs / 1000) * 50 + 1e-6)
    }),
  )
})
