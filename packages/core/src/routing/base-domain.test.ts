import { expect, test } from 'vitest'
import { parseBaseDomain } from './base-domain.ts'

test('a base domain is a name, in lower case', () => {
  expect(parseBaseDomain('Cay.Example')).toBe('cay.example')
  expect(parseBaseDomain('localhost')).toBe('localhost')
})

test.each([
  'https://cay.example',
  'cay.example:3002',
  '.cay.example',
  'cay..example',
  'cay.example.',
  '-cay.example',
  'a b',
  '192.0.2.1',
  '*.cay.example',
  '',
])('%j is no base domain', (text) => expect(parseBaseDomain(text)).toBeUndefined())
