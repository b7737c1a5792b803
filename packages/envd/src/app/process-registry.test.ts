import { expect, test } from 'vitest'
import { type ProcessRecord, ProcessRegistry } from './process-registry.ts'

test('of a process that has ended nothing is kept of what it was started with', () => {
  const registry = new ProcessRegistry(() => 0)
  const record = {
    pid: 7,
    tag: 'x',
    command: 'true',
    args: ['a great deal'],
    envs: { MUCH: 'more' },
    cwd: undefined,
    isTerminal: false,
    process: { forgetOutput: () => undefined },
  } as unknown as ProcessRecord
  registry.add(record)
  expect(registry.findLive({ kind: 'pid', pid: 7 }).args).toEqual(['a great deal'])
  registry.retire(record)
  expect(registry.findRecent({ kind: 'tag', tag: 'x' })).toMatchObject({ pid: 7, args: [], envs: {} })
})
