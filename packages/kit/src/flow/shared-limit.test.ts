import { expect, it } from 'vitest'
import { SharedLimit } from './shared-limit.ts'

it('a party at its share leaves room for another, and has it again when it gives something back', () => {
  const limit = new SharedLimit(4)
  const leave = limit.enter('a')
  expect(limit.enter('a')).toBeDefined()
  expect(limit.enter('a')).toBeUndefined()
  expect(limit.enter('b')).toBeDefined()
  expect(limit.enter('b')).toBeUndefined()
  leave?.()
  leave?.()
  expect(limit.total).toBe(2)
  expect(limit.enter('a')).toBeDefined()
})

it('amounts count as what they are', () => {
  const limit = new SharedLimit(100)
  expect(limit.take('a', 51)).toBe(false)
  expect(limit.take('a', 50)).toBe(true)
  expect(limit.take('b', 26)).toBe(false)
  limit.release('a', 50)
  expect(limit.total).toBe(0)
})
