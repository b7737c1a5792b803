import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransferBudget } from './transfer-budget.ts'

const bounds = { budgetBytes: 1000, pieceBytesMin: 10 }

test('a transfer gets what it asks for while the budget lasts, and a little when there is none', () => {
  const budget = new TransferBudget(bounds)
  expect([budget.take(200), budget.take(800), budget.take(800), budget.take(5)]).toEqual([200, 200, 150, 5])
  while (budget.heldBytes < bounds.budgetBytes) budget.take(800)
  expect(budget.take(800)).toBe(10)
  budget.release(budget.heldBytes)
  expect(budget.take(200)).toBe(200)
})

test('all together hold no more than the budget and a little each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 50 }), (requests) => {
      const budget = new TransferBudget(bounds)
      const taken = requests.map((request) => budget.take(request))
      expect(taken.every((bytes, index) => bytes > 0 && bytes <= (requests[index] ?? 0))).toBe(true)
      expect(budget.heldBytes).toBeLessThanOrEqual(
        bounds.budgetBytes + bounds.pieceBytesMin * requests.length,
      )
      for (const bytes of taken) budget.release(bytes)
      expect(budget.heldBytes).toBe(0)
    }),
  )
})
