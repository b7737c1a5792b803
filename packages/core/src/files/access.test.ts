import { expect, test } from 'vitest'
import { mayExecute } from './access.ts'

test('the first class that fits decides, even when a later one would allow it', () => {
  const owner = { uid: 1000, groups: [1000] }
  expect(mayExecute({ mode: 0o077, uid: 1000, gid: 1000 }, owner)).toBe(false)
  expect(mayExecute({ mode: 0o707, uid: 1, gid: 1000 }, owner)).toBe(false)
  expect(mayExecute({ mode: 0o711, uid: 1, gid: 1 }, owner)).toBe(true)
  expect(mayExecute({ mode: 0o700, uid: 0, gid: 0 }, owner)).toBe(false)
})

test('root may pass everywhere', () => {
  expect(mayExecute({ mode: 0, uid: 5, gid: 5 }, { uid: 0, groups: [0] })).toBe(true)
})
