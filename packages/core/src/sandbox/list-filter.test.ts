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

test('plain pairs are taken as they are', () => {
  expect(parseMetadataFilter('user=abc&app=prod')).toEqual({ user: 'abc', app: 'prod' })
  expect(parseMetadataFilter('a%20b=c+d')).toEqual({ 'a b': 'c d' })
  expect(parseMetadataFilter('a=')).toEqual({ a: '' })
})

test('an empty filter matches everything', () => {
  expect(parseMetadataFilter('')).toEqual({})
})

test.each(['a', 'a=b=c', '&', 'a=b&', '%', 'a=%25zz'])('%j is refused and the field named', (text) => {
  expect(() => parseMetadataFilter(text)).toThrow(/^validation error: query\.metadata: /)
})

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
