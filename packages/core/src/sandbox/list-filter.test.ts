import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMetadataFilter } from './list-filter.ts'

test('what an official client encodes, after the query string is decoded, gives back its pairs', () => {
  const anyPairs = fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: 'grapheme' }),
    { minKeys: 1, maxKeys: 5, noNullPrototype: true },
  )
  fc.assert(
    fc.property(anyPairs, (pairs) => {
      const encoded = Object.entries(pairs).map(([key, value]): [string, string] => [
        encodeURIComponent(key),
        encodeURIComponent(value),
      ])
      expect(parseMetadataFilter(new URLSearchParams(encoded).toString())).toEqual(pairs)
    }),
  )
})

/** Text that no client encodes ambiguously. */
const looksEncoded = /%[\dA-F]{2}/

test.each([
  ['as components', encodeURIComponent],
  ['as a form', (text: string) => new URLSearchParams([['', text]]).toString().slice(1)],
])('pairs whose keys and values are URL-encoded once, %s, are those that were meant', (_, encode) => {
  const anyText = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a&=% +0-9A-F]{0,8}$/))
    .filter((text) => !looksEncoded.test(text))
  const anyPairs = fc.dictionary(anyText, anyText, { minKeys: 1, maxKeys: 5, noNullPrototype: true })
  fc.assert(
    fc.property(anyPairs, (pairs) => {
      const text = Object.entries(pairs).map(([key, value]) => `${encode(key)}=${encode(value)}`)
      expect(parseMetadataFilter(text.join('&'))).toEqual(pairs)
    }),
  )
})

test('what the official client for Python encodes gives back its pairs', () => {
  // urlencode({quote(key): quote(value)}): quote leaves slashes and tildes unchanged.
  expect(parseMetadataFilter('a%2Fb=~x%252B%2526%253D%2525%2520')).toEqual({ 'a/b': '~x+&=% ' })
})

test('a percent sign before two hex digits is read as official clients mean it', () => {
  expect(parseMetadataFilter('a=%2526')).toEqual({ a: '&' })
  expect(parseMetadataFilter('a=%25FF')).toEqual({ a: '%FF' })
  expect(parseMetadataFilter('a=%2526&b=c%20d')).toEqual({ a: '%26', b: 'c d' })
})

test('a filter that was encoded as a whole once more is taken apart', () => {
  expect(parseMetadataFilter(encodeURIComponent('a=b%26c&d=e'))).toEqual({ a: 'b&c', d: 'e' })
})

test('plain pairs are taken as they are', () => {
  expect(parseMetadataFilter('user=abc&app=prod')).toEqual({ user: 'abc', app: 'prod' })
  expect(parseMetadataFilter('a%20b=c+d')).toEqual({ 'a b': 'c d' })
  expect(parseMetadataFilter('a=')).toEqual({ a: '' })
})

test('an empty filter matches everything', () => {
  expect(parseMetadataFilter('')).toEqual({})
})

test.each(['a', 'a=b=c', '&', 'a=b&', '%', 'a=%', 'a=%zz', 'a=%ff', 'a%3Db%3Dc'])(
  '%j is refused and the field named',
  (text) => {
    expect(() => parseMetadataFilter(text)).toThrow(/^validation error: query\.metadata: /)
  },
)

test('any text gives pairs or a refusal, never another failure', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseMetadataFilter(text)
      } catch (error) {
        expect(String(error)).toContain('validation error')
      }
    }),
  )
})
