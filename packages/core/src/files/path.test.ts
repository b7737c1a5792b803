import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseName, cleanPath, parentOf, parentsOf, resolvePath } from './path.ts'

const base = { home: '/home/user', defaultWorkdir: '' }

test.each([
  ['', '/home/user'],
  ['~', '/home/user'],
  ['~/', '/home/user'],
  ['~/a/../b', '/home/user/b'],
  ['a/b', '/home/user/a/b'],
  ['../../../etc', '/etc'],
  ['./x//y', '/home/user/x/y'],
])('%j means %s', (path, resolved) => {
  expect(resolvePath(path, base)).toBe(resolved)
})

test('an absolute path is taken as it is, not cleaned', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('\0')),
      (text) => {
        expect(resolvePath(`/${text}`, base)).toBe(`/${text}`)
      },
    ),
  )
})

test('an empty path means the default working directory where there is one, a relative one still means home', () => {
  const withWorkdir = { ...base, defaultWorkdir: '/work' }
  expect(resolvePath('', withWorkdir)).toBe('/work')
  expect(resolvePath('x', withWorkdir)).toBe('/home/user/x')
})

test('the home of another user and a NUL are refused', () => {
  expect(() => resolvePath('~bob/x', base)).toThrow('cannot expand user-specific home dir')
  expect(() => resolvePath('a\0b', base)).toThrow('NUL')
})

test('cleaning is idempotent and leaves no dots', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '..', '.', '', 'b')), (parts) => {
      const clean = cleanPath(parts.join('/'))
      expect(cleanPath(clean)).toBe(clean)
      expect(clean.split('/')).not.toContain('..')
    }),
  )
})

test('parents come from the top, without the root and the path itself', () => {
  expect(parentsOf('/a/b/c')).toEqual(['/a', '/a/b'])
  expect(parentsOf('/a')).toEqual([])
})

test('the parent is what stands before the last name, as it is written', () => {
  expect(parentOf('/a/b/c')).toBe('/a/b')
  expect([parentOf('/a'), parentOf('/'), parentOf('/a/../b//')]).toEqual(['/', '/', '/a/..'])
})

test('the base name ignores slashes at the end', () => {
  expect(baseName('/a/b/')).toBe('b')
  expect(baseName('/')).toBe('/')
})
