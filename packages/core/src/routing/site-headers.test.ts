import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitToHost } from './site-headers.ts'

const own = ['Host', '8080-abc.cay.example']
const limit = (name: string, value: string, request: readonly string[] = own) =>
  limitToHost(name, value, request)

describe('the Domain of a cookie is cut', () => {
  it.each([
    ['a=1; Domain=cay.example', 'a=1'],
    ['a=1; Domain=.cay.example; Path=/', 'a=1; Path=/'],
    ['a=1; DOMAIN=CAY.EXAMPLE', 'a=1'],
    ['a=1;domain=example', 'a=1'],
    ['a=1; \t dOmAiN \t = cay.example ; Secure', 'a=1; Secure'],
    ['a=1; Domain="cay.example"', 'a=1'],
    ['a=1; Domain=cay.example.', 'a=1'],
    ['a=1; Domain=8080-abc.cay.example', 'a=1'],
    ['a=1; Domain=8080-abc.cay.example; Domain=cay.example', 'a=1'],
    ['a=1; Domain=cay.example; Domain=', 'a=1'],
    ['a=1; Domain', 'a=1'],
    ['a=1; Domain=127.0.0.1', 'a=1'],
    ['a=1; Domain=[::1]', 'a=1'],
    ['a=1; Domain=cay.example\xff', 'a=1'],
    ['a=1; \x0bDomain\x0c=cay.example', 'a=1'],
    ['a="1; Domain=cay.example"; HttpOnly', 'a="1; HttpOnly'],
    ['__Secure-a=1; Secure; Domain=cay.example', '__Secure-a=1; Secure'],
    ['__Host-a=1; Secure; Path=/; Domain=cay.example', '__Host-a=1; Secure; Path=/'],
    ['; Domain=cay.example', ''],
    ['a=1;;; Domain=cay.example;', 'a=1;;;'],
  ])('of %j', (cookie, left) => {
    expect(limit('set-cookie', cookie)).toBe(left)
  })
})

it.each([
  'a=1',
  '',
  'Domain=cay.example',
  'a=1; Path=/; SameSite=Lax;Max-Age=3',
  'a=1; Subdomain=x',
  'a=1; X-Domain-X=y',
  ' a = 1 ; Secure ',
])('the cookie %j stays', (cookie) => {
  expect(limit('set-cookie', cookie)).toBe(cookie)
})

/** The attributes as RFC 6265, 5.2 reads them. */
function attributesOf(cookie: string): string[] {
  const [, ...attributes] = cookie.split(';')
  return attributes
    .map((attribute) => attribute.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((each) => each !== '')
}
const nameOf = (attribute: string) => /^(.*?)[ \t]*(?:=|$)/s.exec(attribute)?.[1]?.toLowerCase()

it('no browser reads a Domain in any cookie, and all other attributes are what they were', () => {
  const part = fc.oneof(
    fc.constantFrom(';', '=', ' ', '\t', 'Domain', 'dOMAIN', '.cay.example', 'Path=/', '"', 'a', '\xa0', ','),
    fc.string({ unit: 'binary-ascii', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const cookie = parts.join('')
      const left = limit('set-cookie', cookie) ?? ''
      expect(attributesOf(left).map(nameOf)).not.toContain('domain')
      const others = (text: string) =>
        attributesOf(text).filter((each) => nameOf(each)?.replaceAll(/[^a-z]/g, '') !== 'domain')
      expect(others(left)).toEqual(others(cookie))
    }),
  )
})

it.each([
  ['"cookies"', undefined],
  ['"cache", "cookies", "storage"', '"cache", "storage"'],
  ['"COOKIES" ,"cache"', '"cache"'],
  ['"*"', '"cache", "storage", "executionContexts"'],
  ['*', '"cache", "storage", "executionContexts"'],
  ['"cache"', '"cache"'],
  ['"cookies:example"', undefined],
])('Clear-Site-Data: %s clears no cookies of the site', (value, left) => {
  expect(limit('clear-site-data', value)).toBe(left)
})

const siteWide = [
  ['set-cookie', 'a=1'],
  ['clear-site-data', '"cache"'],
  ['strict-transport-security', 'max-age=9; includeSubDomains'],
  ['alt-svc', 'h3=":443"'],
  ['nel', '{}'],
  ['report-to', '{}'],
] as const

describe.each([
  'cay.example',
  'sandbox.cay.example:3002',
  'localhost:3002',
  '127.0.0.1',
  '[::1]:3002',
  '',
  '8080-UP.cay.example',
])('on the shared host %j', (host) => {
  it.each(siteWide)('a page gets no %s', (name, value) => {
    for (const header of ['Origin', 'sec-fetch-site'])
      expect(limit(name, value, ['host', host, header, 'x'])).toBeUndefined()
  })
  it.each(siteWide)('a program gets %s', (name, value) => {
    expect(limit(name, value, ['host', host])).toBe(value)
  })
})

it.each(siteWide)('a page gets %s from the host of the sandbox', (name, value) => {
  expect(limit(name, value, [...own, 'Origin', 'https://x.example'])).toBe(value)
})

it('other headers pass', () => {
  for (const name of ['x-domain', 'set-cookie-x', 'location'])
    expect(limit(name, 'a=1; Domain=cay.example', ['Host', 'localhost', 'Origin', 'x'])).toBe(
      'a=1; Domain=cay.example',
    )
})
