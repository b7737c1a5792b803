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
  await seconds(3)
  guard.stop()
  expect(rules.loads()).toBe(1)
})

it('rules that disappear as soon as they are loaded are loaded again at every check', async () => {
  const rules = rulesThatRead('ours', undefined, undefined, 'ours', 'ours')
  const guard = await guardPacketRules(rules, log)
  await seconds(4)
  guard.stop()
  expect(rules.loads()).toBe(2)
})

it('rules that another program changes right after they were loaded again are taken for the right ones', async () => {
  let content: string | undefined = 'ours'
  let loads = 0
  const reload = async () => {
    loads += 1
    content = loads === 1 ? 'theirs' : 'ours'
  }
  const guard = await guardPacketRules({ read: async () => content, reload }, log)
  content = undefined
  await seconds(4)
  guard.stop()
  expect([content, loads]).toEqual(['ours', 2])
})

it('rules that were gone at the first look are loaded, once', async () => {
  const rules = rulesThatRead(undefined, undefined, 'ours', 'ours', 'ours')
  const guard = await guardPacketRules(rules, log)
  await seconds(3)
  guard.stop()
  expect(rules.loads()).toBe(1)
})
