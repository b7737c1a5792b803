import { expect, test } from 'vitest'
import { tellNewerClient } from './newer-client.ts'

test.each([
  ['js', '99.0.0', ': the client is version 99.0.0, and this server was tested with'],
  ['python', '2.999.0', ': the client is version 2.999.0, and this server was tested with'],
])('a %s client of version %s is told which version was tested', (lang, version, told) => {
  expect(tellNewerClient({ lang, package_version: version })).toContain(told)
})

test.each([
  ['js', '1.0.7'],
  ['js', '2.6.4'],
  ['python', '1.99.0'],
  ['python', 'newest'],
  ['go', '99.0.0'],
  ['constructor', '99.0.0'],
])('a %s client of version %s is told nothing', (lang, version) => {
  expect(tellNewerClient({ lang, package_version: version })).toBe('')
  expect(tellNewerClient({})).toBe('')
})
