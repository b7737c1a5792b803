import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  apiKeyBytes,
  idBytes,
  isBuildId,
  makeApiKey,
  makeSandboxId,
  makeTemplateId,
  parseApiKey,
  parseSandboxId,
} from './ids.ts'

const spread = Uint8Array.from({ length: idBytes }, (_, index) => index * 3)

test('a sandbox id is i and 20 characters, and is accepted back', () => {
  const id = makeSandboxId(spread)
  expect(id).toMatch(/^i[a-z0-9]{20}$/)
  expect(parseSandboxId(id)).toBe(id)
})

test('bytes that would favour some letters are skipped', () => {
  const withoutUnfair = Uint8Array.from({ length: idBytes }, () => 5)
  const withUnfair = Uint8Array.from({ length: idBytes }, (_, index) => (index % 2 === 0 ? 255 : 5))
  expect(makeTemplateId(withUnfair)).toBe(makeTemplateId(withoutUnfair))
})

test('too few random bytes make no id', () => {
  expect(() => makeTemplateId(new Uint8Array(3))).toThrow(RangeError)
})

test('the client id that old clients append is cut off', () => {
  expect(parseSandboxId('iabc-6532622b')).toBe('iabc')
  expect(parseSandboxId('iabc-')).toBe('iabc')
})

test.each(['', '-', 'a-b-c', 'ABC', 'a b', 'a/b', '../a', 'a'.repeat(65), 'ä'])(
  '%j is no sandbox id',
  (text) => {
    expect(() => parseSandboxId(text)).toThrow('Invalid sandbox ID')
  },
)

test('a key gives back the bytes it was made of', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: apiKeyBytes, maxLength: apiKeyBytes }), (bytes) => {
      expect(parseApiKey(makeApiKey(bytes))).toEqual(bytes)
    }),
  )
})

test.each([
  '',
  'e2b_',
  `e2b_${'0'.repeat(39)}`,
  `e2b_${'0'.repeat(41)}`,
  `e2b_${'g'.repeat(40)}`,
  '0'.repeat(44),
  `sk_e2b_${'0'.repeat(40)}`,
])('%j does not have the shape of a key', (text) => {
  expect(parseApiKey(text)).toBeUndefined()
})

test('a build id is a lower-case UUID', () => {
  expect(isBuildId('0b9d1b0c-5a5e-4b43-9f6f-0123456789ab')).toBe(true)
  expect(isBuildId('v1.2')).toBe(false)
})
