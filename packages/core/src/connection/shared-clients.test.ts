import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress, parseRange } from '../egress/ipv4.ts'
import { compileRanges } from '../egress/range-set.ts'
import { clientSourceAddress, isSharedClient, isTrustedProxy } from './shared-clients.ts'

const rangesOf = (...texts: string[]) => compileRanges(texts.flatMap((text) => parseRange(text) ?? []))
const none = rangesOf()

test.each([
  ['127.0.0.1', true],
  ['0:0:0:0::/64', true],
  ['127.0.0.2', false],
  ['192.0.2.7', false],
  ['2001:db8:0:0::/64', false],
])(
  'without a setting, that many clients share %s is %s, and it is not a trusted proxy',
  (client, isShared) => {
    expect(isSharedClient(none, client)).toBe(isShared)
    expect(isTrustedProxy(none, client)).toBe(false)
  },
)

test('proxies that the operator names are trusted and shared, and no others', () => {
  const trusted = rangesOf('10.0.0.0/8', '127.0.0.0/8')
  expect(isTrustedProxy(trusted, '10.1.2.3')).toBe(true)
  expect(isSharedClient(trusted, '10.1.2.3')).toBe(true)
  expect(isTrustedProxy(trusted, '127.0.0.1')).toBe(true)
  expect(isTrustedProxy(trusted, '11.0.0.1')).toBe(false)
})

test('an address of a client of the TLS listener is on the loopback, never shared and never trusted', () => {
  const trusted = rangesOf('0.0.0.0/0')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
      const address = clientSourceAddress(number)
      expect(parseAddress(address)).toBeDefined()
      expect(address.startsWith('127.')).toBe(true)
      expect(isTrustedProxy(trusted, address)).toBe(false)
      expect(isSharedClient(trusted, address)).toBe(false)
    }),
  )
})
