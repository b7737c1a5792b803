import { expect, it } from 'vitest'
import { readResolvConf, readResolverList } from './resolv-conf.ts'

it('gives the IPv4 resolvers in their order, and nothing else', () => {
  const text =
    '# c\nsearch example.com\nnameserver 203.0.113.1\n  nameserver\t10.0.0.2 # x\nnameserver ::1\nnameserver\n'
  expect(readResolvConf(text)).toEqual([
    { address: '203.0.113.1', port: 53 },
    { address: '10.0.0.2', port: 53 },
  ])
  expect(readResolvConf('')).toEqual([])
})

it('a list may name ports', () => {
  expect(readResolverList('203.0.113.1, 127.0.0.1:5353')).toEqual([
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
])('%j is no list', (text) => expect(readResolverList(text)).toBeUndefined())
