import { expect, it } from 'vitest'
import { parseProxy } from './proxy-address.ts'

it.each([
  ['proxy.example.com:1080', { protocol: 'socks5', host: 'proxy.example.com', port: 1080 }],
  ['203.0.113.9:65535', { protocol: 'socks5', host: '203.0.113.9', port: 65535 }],
  ['socks5://Proxy.Example.com.:1', { protocol: 'socks5', host: 'proxy.example.com', port: 1 }],
  ['http://proxy.example.com:3128', { protocol: 'http', host: 'proxy.example.com', port: 3128 }],
])('%s is a proxy', (address, expected) => {
  expect(parseProxy({ address })).toMatchObject(expected)
})

it.each([
  'proxy.example.com',
  'proxy.example.com:',
  'proxy.example.com:0',
  'proxy.example.com:65536',
  'proxy.example.com:1080/',
  ':1080',
  'https://proxy.example.com:1080',
  'user@proxy.example.com:1080',
  '[2001:db8::1]:1080',
  '2130706433:1080',
  '127.1:1080',
  '0x7f.0.0.1:1080',
  'proxy .example.com:1080',
  '',
  `${'a.'.repeat(300)}example:1080`,
])('%s is none', (address) => {
  expect(() => parseProxy({ address })).toThrow('network.egressProxy: address must be host:port')
})

it('has credentials of at most 255 bytes, and no password without a username', () => {
  const address = 'proxy.example.com:1080'
  expect(parseProxy({ address, username: 'u'.repeat(255), password: 'ü'.repeat(127) })).toMatchObject({
    username: 'u'.repeat(255),
  })
  expect(() => parseProxy({ address, password: 'p' })).toThrow('password needs a username')
  expect(() => parseProxy({ address, username: '', password: 'p' })).toThrow('password needs a username')
  expect(() => parseProxy({ address, username: 'ü'.repeat(128) })).toThrow('username: at most 255 bytes')
  expect(() => parseProxy({ address, username: 'u', password: 'ü'.repeat(128) })).toThrow(
    'password: at most 255',
  )
})
