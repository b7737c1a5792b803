import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryName } from '../../../../test/support/arbitrary-name.ts'
import { isEntryName, isPathBelow, nameBytesMax, whyNotEntryName } from './entry-name.ts'
import { cleanPath } from './path.ts'

test.each([
  ['', 'it is empty'],
  ['.', 'it leads to another directory'],
  ['..', 'it leads to another directory'],
  ['/', 'it has a slash'],
  ['../x', 'it has a slash'],
  ['a/', 'it has a slash'],
  ['a\0b', 'it has a NUL'],
  ['a\ud800', 'it is not valid Unicode'],
  ['x'.repeat(256), 'it has more than 255 bytes'],
  ['ä'.repeat(128), 'it has more than 255 bytes'],
])('%j is refused: %s', (name, why) => {
  expect(whyNotEntryName(name)).toBe(why)
})

test.each(['a', '...', '.profile', '-rf', ' ', 'a\nb', '\\', '..a', 'x'.repeat(255), '\u001b]0;x\u0007'])(
  '%j is a name: what a file system accepts is copied',
  (name) => {
    expect(whyNotEntryName(name)).toBeUndefined()
  },
)

test('whatever the name, what is accepted is an entry of the directory itself', () => {
  fc.assert(
    fc.property(arbitraryName, (name) => {
      if (!isEntryName(name)) return
      expect(cleanPath(`/target/${name}`)).toBe(`/target/${name}`)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(nameBytesMax)
    }),
  )
})

test('a path below a directory has names of entries alone', () => {
  expect(['a', 'a/b', 'checkpoint/pages.img'].every(isPathBelow)).toBe(true)
  expect(['', '/a', 'a/', 'a//b', 'a/../b', './a', 'a\0'].some(isPathBelow)).toBe(false)
})
