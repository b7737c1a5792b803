import { expect, test } from 'vitest'
import { failWhenUnresponsive } from './liveness-probe.ts'

function asked(given: readonly boolean[]) {
  const left = [...given]
  const done = new AbortController()
  const answers = async () => {
    const answer = left.shift()
    if (answer === undefined) done.abort(new Error('nobody asks any more'))
    return answer ?? true
  }
  return { left, end: failWhenUnresponsive({ answers, everyMs: 1, signal: done.signal }) }
}

test('a sandbox that does not answer three times in a row is given up', async () => {
  const { end, left } = asked([true, false, false, false, true])
  await expect(end).rejects.toThrow('does not answer any more')
  expect(left).toEqual([true])
})

test('a sandbox that answers now and then is not', async () => {
  await expect(asked([false, false, true, false, false, true]).end).rejects.toThrow('abort')
})
