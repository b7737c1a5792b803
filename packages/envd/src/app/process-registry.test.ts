import { expect, test } from 'vitest'
import { type ProcessRecord, ProcessRegistry } from './process-registry.ts'

test('what processes were started with is bounded while they live, and not kept when they have ended', () => {
  const registry = new ProcessRegistry(() => 0)
  const record = {
    pid: 7,
    tag: 'x',
    command: 'true',
    args: ['a great deal'],
    envs: { MUCH: 'more' },
    cwd: undefined,
    isTerminal: false,
    heldBytes: 30 * 1024 * 1024,
    process: { forgetOutput: () => undefined },
  } as unknown as ProcessRecord
  registry.add(record)
  expect(() => registry.assertRoomFor(3 * 1024 * 1024)).toThrow('too much memory')
  expect(registry.findLive({ kind: 'pid', pid: 7 }).args).toEqual(['a great deal'])
  registry.retire(record)
  registry.assertRoomFor(3 * 1024 * 1024)
  expect(registry.findRecent({ kind: 'tag', tag: 'x' })).toMatchObject({ pid: 7, args: [], envs: {} })
})
