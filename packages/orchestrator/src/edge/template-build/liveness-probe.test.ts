import { expect, test } from 'vitest'
import { failWhenUnresponsive } from './liveness-probe.ts'

function probed(responses: readonly boolean[]) {
  const left = [...responses]
  const done = new AbortController()
  const isAlive = async () => {
    const response = left.shift()
    if (response === undefined) done.abort(new Error('nobody asks any more'))
    return response ?? true
  }
  return { left, end: failWhenUnresponsive({ isAlive, everyMs: 1, signal: done.signal }) }
}

test('a sandbox that fails three probes in a row counts as unresponsive', async () => {
  const { end, left } = probed([true, false, false, false, true])
  await expect(end).rejects.toThrow('does not respond any more')
  expect(left).toEqual([true])
})

test('a sandbox that answers one of three probes does not', async () => {
  await expect(probed([false, false, true, false, false, true]).end).rejects.toThrow('abort')
})
