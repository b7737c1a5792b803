import { expect, test } from 'vitest'
import { memoryKillsIn } from './memory-kills.ts'

test.each([
  ['version 1', 'oom_kill_disable 0\nunder_oom 1\noom_kill 12\n', 12],
  ['version 2', 'low 0\nhigh 0\nmax 5\noom 4\noom_kill 3\noom_group_kill 1\n', 3],
  ['a kernel that does not count', 'oom_kill_disable 0\nunder_oom 0\n', 0],
])('processes that were ended for want of memory are counted by %s', (_, text, count) => {
  expect(memoryKillsIn(text)).toBe(count)
})
