import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressMax, isIpv6Range, parseAddress, parseRange, renderAddress } from './ipv4.ts'

const address = fc.integer({ min: 0, max: addressMax })

describe('an IPv4 address', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(address, (number) => {
        expect(parseAddress(renderAddress(number))).toBe(number)
      }),
    )
  })

  it.each([
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '0x7f.0.0.1',
    '2130706433',
    '1.2.3.4 ',
    '1..2.3',
    '',
    '::1',
    '١.2.3.4',
    '1.2.3.4\n',
    '-1.2.3.4',
    '1e1.2.3.4',
  ])('is not %j', (text) => expect(parseAddress(text)).toBeUndefined())
})

describe('a block', () => {
  it('holds its own address, and as many as its prefix says', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 32 }), (number, prefix) => {
        const range = parseRange(`${renderAddress(number)}/${prefix}`)
        if (range === undefined) throw new Error('was not read')
        expect(range.first <= number && number <= range.last).toBe(true)
        expect(range.last - range.first + 1).toBe(2 ** (32 - prefix))
      }),
    )
  })

  it.each(['1.2.3.4/', '1.2.3.4/33', '1.2.3.4/08', '1.2.3.4/8/8', '1.2.3/8', '/8', '1.2.3.4/-1'])(
    'is not %j',
    (text) => expect(parseRange(text)).toBeUndefined(),
  )
})

describe('an IPv6 address or block', () => {
  it.each([
    '::',
    '::1',
    'fe80::/10',
    '2001:db8::1',
    '1:2:3:4:5:6:7:8',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1/128',
  ])('is %j', (text) => expect(isIpv6Range(text)).toBe(true))
  it.each([
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::g',
    '::/129',
    '::1/',
    '::ffff:1.2.3',
    'a.b',
    '',
  ])('is not %j', (text) => expect(isIpv6Range(text)).toBe(false))
})
