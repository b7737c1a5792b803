import { expect, it } from 'vitest'
import { RetryBuffers } from './request-body.ts'

it('a team that fills its share of the retry buffers leaves another its own', () => {
  const buffers = new RetryBuffers(1000)
  const greedy = buffers.budgetOf('greedy')
  expect([greedy.reserve(400), greedy.reserve(200)]).toEqual([true, false])
  expect(buffers.budgetOf('other').reserve(200)).toBe(true)
  greedy.release(400)
  expect(buffers.budgetOf('greedy').reserve(300)).toBe(true)
})
