import { expect, it } from 'vitest'
import { readResolvConf } from './resolv-conf.ts'

it('gives the IPv4 resolvers in their order, and nothing else', () => {
  const text =
    '# c\nsearch example.com\nnameserver 203.0.113.1\n  nameserver\t10.0.0.2 # x\nnameserver ::1\nnameserver\n'
  expect(readResolvConf(text)).toEqual([
    { address: '203.0.113.1', port: 53 },
    { address: '10.0.0.2', port: 53 },
  ])
  expect(readResolvConf('')).toEqual([])
})
