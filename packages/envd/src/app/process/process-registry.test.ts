import { expect, test } from 'vitest'
import { type ProcessRecord, ProcessRegistry } from './process-registry.ts'

function recordOf(pid: number): ProcessRecord {
  return {
    pid,
    tag: 'x',
    command: 'true',
    args: ['a great deal'],
    envs: { MUCH: 'more' },
    cwd: undefined,
    isTerminal: false,
    heldBytes: 30 * 1024 * 1024,
    process: { forgetOutput: () => undefined },
  } as unknown as ProcessRecord
}

test('an ended process is known for half a minute, and of very many the newest are', () => {
  let now = 0
  const registry = new ProcessRegistry(() => now)
  const end = (pid: number) => {
    const record = recordOf(pid)
    registry.add(record)
    registry.retire(record)
  }
  const isKnown = (pid: number) => {
    try {
      return registry.findRecent({ kind: 'pid', pid }).pid === pid
    } catch {
      return false
    }
  }
  end(1)
  now = 20_000
  end(2)
  expect([1, 2].map(isKnown)).toEqual([true, true])
  now = 30_001
  expect([1, 2].map(isKnown)).toEqual([false, true])
  for (let pid = 3; pid < 3 + 1024; pid++) end(pid)
  expect([2, 3, 1026].map(isKnown)).toEqual([false, true, true])
})

test('what processes were started with is bounded while they live, and not kept when they have ended', () => {
  const registry = new ProcessRegistry(() => 0)
  const record = recordOf(7)
  registry.add(record)
  expect(() => registry.assertRoomFor(3 * 1024 * 1024)).toThrow('exceed their memory limit')
  expect(registry.findLive({ kind: 'pid', pid: 7 }).args).toEqual(['a great deal'])
  registry.retire(record)
  registry.assertRoomFor(3 * 1024 * 1024)
  expect(registry.findRecent({ kind: 'tag', tag: 'x' })).toMatchObject({ pid: 7, args: [], envs: {} })
})
