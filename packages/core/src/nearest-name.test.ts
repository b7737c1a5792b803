import { expect, test } from 'vitest'
import { findNearestName } from './nearest-name.ts'

const names = ['CAY_POOL_SIZE', 'CAY_POOL_MAX', 'CAY_TLS', 'CAY_TLS_PORT', 'CAY_DOMAIN']

test.each([
  ['CAY_POOL_SZIE', 'CAY_POOL_SIZE'],
  ['CAY_POOLSIZE', 'CAY_POOL_SIZE'],
  ['CAY_TLS_PROT', 'CAY_TLS_PORT'],
  ['CAY_DOMIAN', 'CAY_DOMAIN'],
  ['CAY_TSL', 'CAY_TLS'],
])('%s was meant to be %s', (given, meant) => expect(findNearestName(given, names)).toBe(meant))

test('nothing is guessed for a name that is near to none', () => {
  expect(findNearestName('CAY_SOMETHING_ELSE', names)).toBeUndefined()
  expect(findNearestName('CAY_POOL_SIZE', [])).toBeUndefined()
})
