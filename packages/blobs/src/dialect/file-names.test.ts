import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictingName, whyNotFileName } from './file-names.ts'

test('an accepted name stays below the directory and is normalised', () => {
  const text = fc.array(fc.constantFrom('a', '/', '.', '..', '\0', 'é', '\\', ' '), { maxLength: 8 })
  fc.assert(
    fc.property(text, (letters) => {
      const name = letters.join('')
      if (whyNotFileName(name) !== undefined) return
      expect(posix.join('/root', name)).toBe(`/root/${name}`)
      expect(name).not.toContain('\0')
    }),
  )
})

test.each([
  ['', 'is not a relative path in its plain form'],
  ['/etc/passwd', 'is not a relative path in its plain form'],
  ['a/../b', 'is not a relative path in its plain form'],
  ['a//b', 'is not a relative path in its plain form'],
  ['a\0b', 'has a NUL'],
  ['\ud800', 'is not valid Unicode'],
  ['x'.repeat(256), 'has a part of more than 255 bytes'],
  [`${'y/'.repeat(600)}z`, 'is longer than 1024 bytes'],
])('%j is refused', (name, why) => {
  expect(whyNotFileName(name)).toBe(why)
})

test.each([
  [['a', 'b', 'a'], 'a'],
  [['a/b', 'a'], 'a'],
  [['a', 'a/b/c'], 'a'],
  [['a', 'ab', 'b/a'], undefined],
])('of %j the name that is taken twice is %j', (names, conflict) => {
  expect(conflictingName(names)).toBe(conflict)
})
