import { createLogger } from '@cay/kit/log.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardPacketRules } from './guarded-packet-rules.ts'

const log = createLogger('orchestrator', 'silent')

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A table with a given content for each check. */
function rulesThatRead(...said: (string | undefined)[]) {
  let loads = 0
  return {
    read: async () => said.shift(),
    reload: async () => {
      loads += 1
    },
    loads: () => loads,
  }
}

const seconds = async (count: number) => {
  await vi.advanceTimersByTimeAsync(count * 1_000)
}

it('rules that are as they were loaded are not loaded again', async () => {
  const rules = rulesThatRead('ours', 'ours', 'ours')
  const guard = await guardPacketRules(rules, log)
  await seconds(2)
  guard.stop()
  expect(rules.loads()).toBe(0)
})

it('rules that differ are loaded again, once', async () => {
  const rules = rulesThatRead('ours', 'theirs', 'ours', 'ours')
  const guard = await guardPacketRules(rules, log)
  await seconds(2)
  guard.stop()
  expect(rules.loads()).toBe(1)
})

it('rules that disappear as soon as they are loaded are loaded again at every check', async () => {
  const rules = rulesThatRead('ours', undefined, undefined, undefined, 'ours', 'ours')
  const guard = await guardPacketRules(rules, log)
  await seconds(3)
  guard.stop()
  expect(rules.loads()).toBe(2)
})
