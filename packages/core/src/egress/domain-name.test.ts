import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileDomains, hasName, normalizeName, normalizePattern } from './domain-name.ts'

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z])?$/)
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'))

function matches(pattern: string, asked: string): boolean {
  const normalPattern = normalizePattern(pattern)
  const normalName = normalizeName(asked)
  return (
    normalPattern !== undefined &&
    normalName !== undefined &&
    hasName(compileDomains([normalPattern]), normalName)
  )
}

describe('a name', () => {
  it('matches itself in any case and with the dot of the root', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(matches(text, text)).toBe(true)
        expect(matches(text.toUpperCase(), `${text}.`)).toBe(true)
        expect(matches(`${text}.`, text.toUpperCase())).toBe(true)
      }),
    )
  })

  it('matches neither what is below it nor what only ends or begins like it', () => {
    fc.assert(
      fc.property(name, label, (text, other) => {
        expect(matches(text, `${other}.${text}`)).toBe(false)
        expect(matches(text, `${other}${text}`)).toBe(false)
        expect(matches(text, `${text}.${other}`)).toBe(false)
        expect(matches(text, `${text}${other}`)).toBe(false)
      }),
    )
  })
})

describe('a wildcard', () => {
  it('matches everything below at any depth, not the name itself, not what only ends like it', () => {
    fc.assert(
      fc.property(name, fc.array(label, { minLength: 1, maxLength: 4 }), (text, below) => {
        expect(matches(`*.${text}`, `${below.join('.')}.${text}`)).toBe(true)
        expect(matches(`*.${text}`, text)).toBe(false)
        expect(matches(`*.${text}`, `${below.join('-')}${text}`)).toBe(false)
        // Of a.a, a.a.a is below.
        fc.pre(!`${text}.${below.join('.')}`.endsWith(`.${text}`))
        expect(matches(`*.${text}`, `${text}.${below.join('.')}`)).toBe(false)
      }),
    )
    expect(matches('*.example.com', 'evil-example.com')).toBe(false)
  })

  it('for all matches every name', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(matches('*', text)).toBe(true)
      }),
    )
  })
})

it('names in punycode are taken as they are given', () => {
  expect(matches('xn--mnchen-3ya.de', 'XN--MNCHEN-3YA.de')).toBe(true)
  expect(matches('xn--mnchen-3ya.de', 'münchen.de')).toBe(false)
})

it.each([
  '',
  '.',
  '..',
  'a..b',
  '.a',
  'a.b..',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  'a.1',
  'a.0x',
  'a b',
  'a\0b',
  'a\r\nb',
  'münchen.de',
  '[::1]',
  '::1',
  'a:80',
  'a/b',
  'a@b',
  '*',
  'a.*',
  '%61',
  `${'a'.repeat(64)}.b`,
  `${'a.'.repeat(130)}b`,
])('%j is no name', (text) => expect(normalizeName(text)).toBeUndefined())

it.each(['*.', '**', '*.*', '*a.b', 'a.*.b', '*.1.2.3.4', '', '*. a'])('%j is no pattern', (text) =>
  expect(normalizePattern(text)).toBeUndefined(),
)
