import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientKey, clientOfRequest } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1::2::3', '1::2::3'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
  ['12345::', '12345::'],
])('the client of %j is %j', (address, client) => {
  expect(clientKey(address)).toBe(client)
})

test('all addresses of a /64 are one client, and the key of a client is itself', () => {
  const word = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
  fc.assert(
    fc.property(fc.array(word, { minLength: 4, maxLength: 4 }), word, word, (prefix, one, other) => {
      const keyOf = (last: string) => clientKey(`${prefix.join(':')}:${last}:0:0:${last}`)
      expect(keyOf(one)).toBe(keyOf(other))
      expect(keyOf(one)).toBe(`${prefix.join(':')}::/64`)
    }),
  )
})

describe('the client of a request', () => {
  const trusted = new Set(['10.0.0.1', '10.0.0.2', 'fd00:0:0:0::/64'])
  const isTrusted = (client: string) => trusted.has(client)
  const of = (peer: string, forwardedFor?: string) => clientOfRequest({ peer, forwardedFor, isTrusted })

  test.each([
    ['192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['fd00::5', '2001:db8::7', '2001:db8:0:0::/64'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1 ,10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, evil\n', '10.0.0.1'],
  ])('from %s with X-Forwarded-For %j is %s', (peer, forwardedFor, client) => {
    expect(of(peer, forwardedFor)).toBe(client)
  })

  test('is the other end of the connection whatever the header says, unless that is trusted', () => {
    fc.assert(
      fc.property(fc.string(), (forwardedFor) => {
        expect(of('192.0.2.7', forwardedFor)).toBe('192.0.2.7')
      }),
    )
  })

  test('has a header of any length and content', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (hops) => {
        const client = of('10.0.0.1', hops.join(','))
        expect(client.length).toBeLessThan(64)
      }),
    )
  })
})
