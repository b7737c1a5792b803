import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMarkOf, isReceiptOf, receiptOf, seal, unseal } from './sealed-identity.ts'

test('what is sealed is read with its token, and with no other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ unit: 'grapheme' }), (token, other, text) => {
      const sealed = seal(token, text)
      expect(isMarkOf(token, sealed.mark)).toBe(true)
      expect(unseal(token, sealed)?.toString()).toBe(Buffer.from(text).toString())
      fc.pre(token !== other)
      expect(isMarkOf(other, sealed.mark)).toBe(false)
      expect(unseal(other, sealed)).toBeUndefined()
    }),
  )
})

test('no altered bit is read', () => {
  const { mark, body } = seal('token', 'text')
  for (let bit = 0; bit < body.length * 8; bit++) {
    const altered = Buffer.from(body)
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(unseal('token', { mark, body: altered })).toBeUndefined()
  }
})

test('a body is not read under the mark of another, and nothing is read without one', () => {
  const { body } = seal('token', 'text')
  for (const mark of [seal('token', 'text').mark, '', '.', 'x'.repeat(89), `${'0'.repeat(24)}.`])
    expect(unseal('token', { mark, body })).toBeUndefined()
  expect(unseal('token', { mark: seal('token', '').mark, body: Buffer.alloc(0) })).toBeUndefined()
})

test('a receipt is for one identity and one token', () => {
  const [{ mark }, other] = [seal('token', 'text'), seal('token', 'text')]
  expect(isReceiptOf('token', mark, receiptOf('token', mark))).toBe(true)
  for (const given of ['', receiptOf('token', other.mark), receiptOf('other', mark)])
    expect(isReceiptOf('token', mark, given)).toBe(false)
})

test('nothing is sealed twice in the same way', () => {
  expect(seal('token', 'text').body).not.toEqual(seal('token', 'text').body)
})
