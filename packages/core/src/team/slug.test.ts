import { expect, test } from 'vitest'
import { parseSlug } from './slug.ts'

test.each(['a', 'team-1', 'my_team', 'x'.repeat(63)])('%s is a slug', (text) => {
  expect(parseSlug(text)).toBe(text)
})

test.each(['', 'Team', '-a', '_a', 'a b', 'a/b', 'a:b', 'ä', 'x'.repeat(64)])('%j is none', (text) => {
  expect(() => parseSlug(text)).toThrow('invalid slug')
})
