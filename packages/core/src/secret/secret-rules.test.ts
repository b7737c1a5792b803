import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSecretMetadata,
  checkSecretValue,
  makeSecretId,
  parseSecretName,
  parseSecretSelector,
} from './secret-rules.ts'

describe('a name', () => {
  it('is kept without its case and the spaces around it', () => {
    expect(parseSecretName('  OpenAI-Key_1 ')).toBe('openai-key_1')
  })

  it.each(['', ' ', 'a b', 'a.b', 'ü', 'sec_abc', 'SEC_x', 'a'.repeat(129)])('%s is none', (text) => {
    expect(() => parseSecretName(text)).toThrow('Invalid secrets request')
  })
})

it('a selector is an id or a name, or nobody’s', () => {
  expect(parseSecretSelector('sec_01h')).toEqual({ secretId: 'sec_01h' })
  expect(parseSecretSelector(' KEY ')).toEqual({ name: 'key' })
  expect(parseSecretSelector('a/b')).toBeUndefined()
})

it('a value is not empty and has room in the head of a request', () => {
  expect(() => checkSecretValue('')).toThrow()
  expect(() => checkSecretValue('ü'.repeat(4097))).toThrow()
  checkSecretValue('ü'.repeat(4096))
})

it('metadata has bounds', () => {
  checkSecretMetadata({ team: 'x'.repeat(1024) })
  expect(() => checkSecretMetadata({ team: 'x'.repeat(1025) })).toThrow()
  expect(() => checkSecretMetadata({ '': 'x' })).toThrow()
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, '']))
  expect(() => checkSecretMetadata(many)).toThrow()
})

it('ids have the shape of a TypeID and sort as they were made', () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 45 }), bytes, bytes, (atMs, a, b) => {
      const [first, second] = [makeSecretId(atMs, a), makeSecretId(atMs + 1, b)]
      expect(first).toMatch(/^sec_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
      expect(first < second).toBe(true)
    }),
  )
})
