import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitEntryPath } from './entry-path.ts'

test.each([
  ['a/b', ['a', 'b']],
  ['./a//b/', ['a', 'b']],
  ['/etc/passwd', ['etc', 'passwd']],
  ['.', []],
  ['...', ['...']],
])('%s names %j', (path, names) => {
  expect(splitEntryPath(path)).toEqual(names)
})

test.each(['../a', 'a/../../b', 'a/..', `a\0b`, 'a'.repeat(256), 'a/'.repeat(3000)])(
  'a path that leads elsewhere or nowhere is refused',
  (path) => {
    expect(() => splitEntryPath(path)).toThrow('the archive is refused')
  },
)

test('no path leads out of the tree', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('..', '.', '', 'a', '/')), (parts) => {
      try {
        expect(splitEntryPath(parts.join('/'))).not.toContain('..')
      } catch (error) {
        expect(String(error)).toContain('leads upward')
      }
    }),
  )
})
