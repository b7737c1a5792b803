import { expect, test } from 'vitest'
import { socketAddress } from './socket-address.ts'

test('an IPv4 address is encoded with its port in network order', () => {
  const { family, bytes } = socketAddress('192.0.2.1', 49_983)
  expect(family).toBe(2)
  expect(Buffer.from(bytes).toString('hex')).toBe('0200c33fc0000201'.padEnd(32, '0'))
})

test('all addresses are the unspecified address of IPv6', () => {
  const { family, bytes } = socketAddress('::', 80)
  expect(family).toBe(10)
  expect(Buffer.from(bytes).toString('hex')).toBe('0a000050'.padEnd(56, '0'))
})
