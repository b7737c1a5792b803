import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRule, type HeaderRulesSpec, parseHeaderRules } from './header-rules.ts'

const headers = (spec: Record<string, string>) => [{ transform: { headers: spec } }]
const messageFor = (rules: HeaderRulesSpec) => {
  try {
    return JSON.stringify(parseHeaderRules(rules))
  } catch (error) {
    return String(error)
  }
}

describe('rules', () => {
  it('are kept with their names in lower case and without the dot of the root', () => {
    expect(
      parseHeaderRules({ 'API.example.com.': headers({ Authorization: 'x' }), '*.Example.org': [] }),
    ).toEqual([
      {
        pattern: 'api.example.com',
        fields: [{ name: 'authorization', value: ['x'] }],
        allowsHttp: false,
      },
      { pattern: '*.example.org', fields: [], allowsHttp: false },
    ])
  })

  it('are for HTTPS only unless they say otherwise', () => {
    const spec = { 'a.net': [{ transform: { headers: {}, allowHttp: true } }], 'b.net': headers({}) }
    expect(parseHeaderRules(spec).map(({ allowsHttp }) => allowsHttp)).toEqual([true, false])
  })

  it.each([
    ['more than 10 domains', Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`a${i}.net`, []]))],
    ['no name', { '': [] }],
    ['all names', { '*': [] }],
    ['a wildcard inside', { 'a.*.net': [] }],
    ['an address', { '203.0.113.7': [] }],
    ['a port', { 'a.net:443': [] }],
    ['a long name', { [`${'a.'.repeat(63)}net`]: [] }],
    ['the same name twice', { 'a.net': [], 'A.net': [] }],
    ['two rules for a domain', { 'a.net': [{}, {}] }],
    [
      '21 headers',
      { 'a.net': headers(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`h${i}`, '']))) },
    ],
    ['a header name with a space', { 'a.net': headers({ 'a b': '' }) }],
    ['a header without a name', { 'a.net': headers({ '': '' }) }],
    ['a pseudo header', { 'a.net': headers({ ':authority': 'b.net' }) }],
    ['a long header name', { 'a.net': headers({ ['h'.repeat(65)]: '' }) }],
    ['a header twice', { 'a.net': headers({ A: '', a: '' }) }],
    ['a long value', { 'a.net': headers({ a: 'ü'.repeat(1025) }) }],
    ['a value with a line end', { 'a.net': headers({ a: 'x\r\nb: c' }) }],
    ['a value with a NUL', { 'a.net': headers({ a: 'x\0' }) }],
    ['a malformed placeholder', { 'a.net': headers({ a: `\${e2b.secrets.}` }) }],
    ['a header that frames', { 'a.net': headers({ 'Content-Length': '0' }) }],
    ['another host', { 'a.net': headers({ Host: 'b.net' }) }],
    [
      '33 secrets of one domain',
      {
        'a.net': headers(
          Object.fromEntries(
            [0, 1].map((half) => [
              `h${half}`,
              Array.from({ length: 17 - half }, (_, i) => `\${e2b.secrets.s${half * 17 + i}}`).join(''),
            ]),
          ),
        ),
      },
    ],
  ])('with %s are refused', (_, rules) => {
    expect(messageFor(rules)).toMatch(/^ServiceError: network\.rules/)
  })

  it('may hold all that the bounds allow', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`${'h'.repeat(62)}${i}`, 'ü'.repeat(1024)]),
    )
    const rules = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a${i}.net`, headers(many)]))
    expect(parseHeaderRules(rules)).toHaveLength(10)
  })
})

describe('the rule for a host', () => {
  const rules = parseHeaderRules({
    'a.example.com': [],
    '*.example.com': [],
    '*.com': [],
    '*.b.example.com': [],
  })
  const patternFor = (host: string) => findRule(rules, host)?.pattern

  it.each([
    ['a.example.com', 'a.example.com'],
    ['x.a.example.com', '*.example.com'],
    ['x.b.example.com', '*.b.example.com'],
    ['b.example.com', '*.example.com'],
    ['example.com', '*.com'],
    ['evil-example.com', '*.com'],
    ['com', undefined],
    ['example.org', undefined],
  ])('%s is %s', (host, pattern) => {
    expect(patternFor(host)).toBe(pattern)
  })

  it('does not depend on the order of the rules', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...rules], { minLength: rules.length }),
        fc.constantFrom('a.example.com', 'x.b.example.com', 'z.com'),
        (shuffled, host) => {
          expect(findRule(shuffled, host)).toEqual(findRule(rules, host))
        },
      ),
    )
  })
})
