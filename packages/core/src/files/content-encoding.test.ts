import { expect, test } from 'vitest'
import { chooseEncoding } from './content-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'gzip'],
  ['gzip;q=0.5, identity;q=1', 'identity'],
  ['*', 'identity'],
  ['br', 'identity'],
  ['identity;q=0, *', 'gzip'],
  ['identity;q=0', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0', 'identity'],
])('Accept-Encoding %j gets %s', (accept, encoding) => {
  expect(chooseEncoding(accept, false)).toBe(encoding)
})

test('a range or a condition gets identity, or nothing when that is refused', () => {
  expect(chooseEncoding('gzip', true)).toBe('identity')
  expect(chooseEncoding('gzip, identity;q=0', true)).toBeUndefined()
})
