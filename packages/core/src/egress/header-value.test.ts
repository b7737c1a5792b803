import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillHeaderValue, parseHeaderValue, placeholdersOf, renderPlaceholder } from './header-value.ts'

describe('a value', () => {
  it('without placeholders is itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes(`\${e2b.`))
        const value = parseHeaderValue(text)
        expect(value).toBeDefined()
        expect(fillHeaderValue(value ?? [], () => 'never')).toBe(text)
      }),
    )
  })

  it('has its placeholders filled and nothing else', () => {
    const value = parseHeaderValue(
      `Bearer \${e2b.secrets.Key-1 }\${e2b.identity.tokens.aws}, \${other} $\${e2b.secrets.x}`,
    )
    expect(placeholdersOf(value ?? [])).toEqual([
      { kind: 'secret', name: 'key-1' },
      { kind: 'identity', name: 'aws' },
      { kind: 'secret', name: 'x' },
    ])
    const named = fillHeaderValue(value ?? [], ({ kind, name }) => `<${kind} ${name}>`)
    expect(named).toBe(`Bearer <secret key-1><identity aws>, \${other} $<secret x>`)
  })

  it.each([
    `\${e2b.secrets.}`,
    `\${e2b.secrets. }`,
    `\${e2b.secrets.a b}`,
    `\${e2b.secrets.a`,
    `\${e2b.secrets.\${e2b.secrets.a}}`,
    `\${e2b.secrets.${'a'.repeat(129)}}`,
    `\${e2b.identity.tokens.}`,
    `\${e2b.identity.tokens.a{b}`,
    `\${e2b.identity.a}`,
    `\${e2b.other.a}`,
    `\${e2b.}`,
  ])('with something malformed like %s is none', (text) => {
    expect(parseHeaderValue(text)).toBeUndefined()
  })

  it('may name a token by whatever is no brace, spelled out again in full', () => {
    const [token] = placeholdersOf(parseHeaderValue(`\${e2b.identity.tokens.A.b ü}`) ?? [])
    expect(token).toEqual({ kind: 'identity', name: 'A.b ü' })
    expect(token && renderPlaceholder(token)).toBe(`\${e2b.identity.tokens.A.b ü}`)
  })
})
