import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripCredentials } from './credentials.ts'

const key = `e2b_${'0123456789abcdef'.repeat(3).slice(0, 40)}`
const adminToken = `cay_admin_${'0123456789abcdef'.repeat(4)}`
const base64 = (text: string) => btoa(text)
const base64Url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

describe.each([
  ['an API key', key],
  ['an access token', `sk_${key}`],
  ['the admin token', adminToken],
])('%s', (_, credential) => {
  it.each([
    ['x-api-key', credential],
    ['x-anything', credential],
    ['x-anything', credential.toUpperCase()],
    ['x-anything', `{"token":"${credential}"}`],
    ['x-anything', base64(credential)],
    ['authorization', `Bearer ${credential}`],
    ['authorization', `Token token="${credential}"`],
    ['authorization', `Basic ${base64(`user:${credential}`)}`],
    ['authorization', `Basic ${base64(`${credential}:`)}`],
    ['authorization', `Bearer ${base64Url(`{"key":"${credential}"}`)}.signature`],
    ['referer', `https://page.example/?key=${credential}`],
    ['sec-websocket-protocol', `token, ${credential}`],
    ['cookie', `key=${credential}`],
    [credential, '1'],
  ])('is stripped from %s: %s', (name, value) => {
    expect(stripCredentials(name, value)).toBeUndefined()
  })

  it('leaves other cookies in place', () => {
    const hidden = base64(`{"user":1,"key":"${credential}"}`)
    expect(stripCredentials('cookie', `a=1; key=${credential}; b="2"; s=${hidden};c=3`)).toBe(
      'a=1; b="2";c=3',
    )
    expect(stripCredentials('cookie', `key=${credential}; a=1`)).toBe('a=1')
  })

  it('is found in base64 at any offset', () => {
    const text = fc.string({ unit: 'binary-ascii' })
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(stripCredentials('x-anything', base64(`${before}${credential}${after}`))).toBeUndefined()
        expect(stripCredentials('cookie', `a=1; b=${base64Url(before + credential)}`)).toBe('a=1')
      }),
    )
  })
})

it.each([
  ['x-api-key', 'e2b_short'],
  ['authorization', 'Bearer e2b_short'],
  ['x-admin-token', 't'],
  ['x-cay-control-token', 't'],
  ['e2b-traffic-access-token', 't'],
])('%s: %s has its own rule', (name, value) => {
  expect(stripCredentials(name, value)).toBeUndefined()
})

it.each([
  ['authorization', 'Bearer of-the-guests-own'],
  ['authorization', `Basic ${base64('user:password of some length that is no key at all')}`],
  ['x-api-key', 'of-the-guests-own'],
  ['x-anything', 'e2b_short'],
  ['x-anything', key.slice(0, -1)],
  ['x-anything', base64(key.slice(0, -1))],
  ['x-anything', `e2b-${key.slice(4)}`],
  ['x-digest', '0123456789abcdef'.repeat(4)],
  ['cookie', 'a=1;b=2 ; ;c'],
])("the sandbox's own %s: %s is kept", (name, value) => {
  expect(stripCredentials(name, value)).toBe(value)
})

it('random tokens pass', () => {
  const token = fc.uint8Array({ minLength: 100, maxLength: 400 })
  fc.assert(
    fc.property(token, (bytes) => {
      const value = base64(String.fromCharCode(...bytes))
      expect(stripCredentials('authorization', `Bearer ${value}`)).toBe(`Bearer ${value}`)
    }),
  )
})
