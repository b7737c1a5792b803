import { expect, it } from 'vitest'
import { PendingRequestLimiter } from './pending-request-limiter.ts'

it('a team whose requests wait for their sandboxes leaves room for those of another', () => {
  const limiter = new PendingRequestLimiter(4)
  const enter = (team: string) => limiter.enter(team, () => undefined)
  const entered = [enter('greedy'), enter('greedy'), enter('greedy'), enter('other')]
  expect(entered.map((leave) => leave !== undefined)).toEqual([true, true, false, true])
  for (const leave of entered) leave?.()
})
