import { expect, it } from 'vitest'
import { parseResolverList } from './resolver-list.ts'

it('a list may name ports', () => {
  expect(parseResolverList('203.0.113.1, 127.0.0.1:5353')).toEqual([
    { address: '203.0.113.1', port: 53 },
    { address: '127.0.0.1', port: 5353 },
  ])
})

it.each([
  'resolver.example',
  '203.0.113.1:0',
  '203.0.113.1:65536',
  '203.0.113.1:',
  '::1',
  '203.0.113.1,',
  '203.0.113.1:1:2',
])('%j is no list', (text) => expect(parseResolverList(text)).toBeUndefined())
