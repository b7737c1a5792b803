import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripCredentials } from './credentials.ts'
import { type TokenKind, tokenKinds } from './token-kinds.ts'

const key = `e2b_${'0123456789abcdef'.repeat(3).slice(0, 40)}`
const adminToken = `cay_admin_${'0123456789abcdef'.repeat(4)}`
const base64 = (text: string) => btoa(text)
const base64Url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const joinToken = `${'0123456789abcdef'}.${'0123456789abcdef'.repeat(4)}.${'fedcba9876543210'.repeat(4)}`
const userIssuer = 'https://login.example/realms/main'
const jwt = (claims: object, header: object = { alg: 'RS256', kid: 'k' }) =>
  `${base64Url(JSON.stringify(header))}.${base64Url(JSON.stringify(claims))}.${base64Url('a signature')}`
const userToken = jwt({ iss: userIssuer, sub: 'u-1', aud: 'cay' })
const volumeToken = jwt({ teamid: 't', volid: 'v', voltype: 'cay', iss: 'cay' }, { alg: 'HS256' })
const foreignToken = jwt({ iss: 'https://app.example', sub: 'u-1', name: 'Ann' })
const strip = (name: string, value: string) => stripCredentials(name, value, userIssuer)

describe.each([
  ["a user's token", userToken],
  ['a token without a signature', userToken.replace(/[^.]*$/, '')],
  [
    'one with spaces in its claims',
    jwt({ iss: userIssuer }).replace(/\..*\./, `.${base64Url(` { "iss" : "${userIssuer}" } `)}.`),
  ],
  [
    'one with escaped slashes',
    jwt({}).replace(/\..*\./, `.${base64Url(`{"iss":"${userIssuer.replaceAll('/', '\\/')}"}`)}.`),
  ],
  ["a volume's token", volumeToken],
  ['a refresh token', jwt({ iss: userIssuer, typ: 'Refresh' }, { alg: 'HS512' })],
])('%s', (_, token) => {
  it.each([
    ['authorization', `Bearer ${token}`],
    ['Authorization', `bearer\t ${token} `],
    ['AUTHORIZATION', `BEARER   "${token}"`],
    ['proxy-authorization', token],
    ['x-auth-token', token],
    ['x-anything', `first, second, ${token}`],
    ['x-anything', `{"token":"${token}"}`],
    ['x-anything', base64(token)],
    ['authorization', `Basic ${base64(`user:${token}`)}`],
    ['authorization', `Bearer ${jwt({ iss: 'https://app.example', upstream: token })}`],
    ['referer', `https://page.example/?access_token=${token}`],
    ['sec-websocket-protocol', `bearer, ${token}`],
    ['x-session', encodeURIComponent(JSON.stringify({ token }))],
    ['x-session', encodeURIComponent(base64(JSON.stringify({ a: '>>>???', token })))],
    ['x-session', `base64-${base64Url(JSON.stringify({ token }))}`],
    ['referer', `https://page.example/s/${base64Url(JSON.stringify({ token }))}/next`],
    ['x-session', `${base64(token)}.sum`],
    [token, '1'],
  ])('is stripped from %s: %s', (name, value) => {
    expect(strip(name, value)).toBeUndefined()
  })

  it('is found in base64 that begins anywhere in a word and is followed by anything', () => {
    const part = fc.stringMatching(/^[\w+/-]{0,9}$/)
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), part, part, (text, before, after) => {
        const word = `${before}${base64Url(`${text} ${token}`)}${after}`
        expect(strip('x-anything', word)).toBeUndefined()
        expect(strip('cookie', `a=1; b=${word}`)).toBe('a=1')
      }),
    )
  })

  it('is stripped from cookies, and others stay', () => {
    expect(strip('cookie', `a=1; token=${token}; b="2"`)).toBe('a=1; b="2"')
    expect(strip('Cookie', `token=${token}`)).toBeUndefined()
  })
})

it('a token of another issuer passes unchanged', () => {
  for (const value of [
    `Bearer ${foreignToken}`,
    base64(foreignToken),
    `Basic ${base64(`u:${foreignToken}`)}`,
  ])
    expect(strip('authorization', value)).toBe(value)
  expect(strip('cookie', `a=1;t=${foreignToken} ;b`)).toBe(`a=1;t=${foreignToken} ;b`)
  const similar = [
    `${userIssuer}/`,
    userIssuer.toUpperCase(),
    'CAY',
    'cay.example',
    7,
    null,
    [userIssuer],
    { userIssuer },
  ]
  for (const iss of similar) expect(strip('authorization', jwt({ iss }))).toBe(jwt({ iss }))
})

it('a header with more claims than are read has none of them', () => {
  const claims = (count: number) => `.${base64Url(`{"aud":"${userIssuer}"}`)}`.repeat(count)
  expect(strip('x-anything', claims(16))).toBe(claims(16))
  expect(strip('x-anything', claims(17))).toBeUndefined()
  expect(strip('cookie', `a=1; b=${claims(17)}; c=${claims(16)}`)).toBe(`a=1; c=${claims(16)}`)
})

it("users' tokens pass where users do not sign in", () => {
  expect(stripCredentials('authorization', `Bearer ${userToken}`)).toBe(`Bearer ${userToken}`)
  expect(stripCredentials('authorization', `Bearer ${volumeToken}`)).toBeUndefined()
})

it('any claims of the issuer are found, and any text is searched', () => {
  const claims = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(claims, fc.string(), (more, text) => {
      const token = `e30.${base64Url(unescape(encodeURIComponent(JSON.stringify({ ...more, iss: userIssuer }))))}.e30`
      expect(strip('x-anything', `${text} ${token}`)).toBeUndefined()
      expect(strip('x-anything', text)).toBe(text)
    }),
  )
})

/** One of each kind, in a header that it is sent in; undefined: it travels in URLs. */
const samples: Readonly<Record<keyof typeof tokenKinds, readonly [name: string, value: string] | undefined>> =
  {
    apiKey: ['x-api-key', key],
    adminToken: ['x-anything', adminToken],
    joinToken: ['x-anything', joinToken],
    userToken: ['authorization', `Bearer ${userToken}`],
    volumeToken: ['authorization', `Bearer ${volumeToken}`],
    signInCookie: ['cookie', '__Host-cay_sign_in=c'],
    adminHeader: ['x-admin-token', 't'],
    controlToken: ['x-cay-control-token', 't'],
    trafficToken: ['e2b-traffic-access-token', 't'],
    accessToken: ['x-access-token', 'a'.repeat(64)],
    identityToken: [
      'authorization',
      `Bearer ${jwt({ iss: 'https://api.cay.example', sub: 'spiffe://cay.example/team/t' })}`,
    ],
    signInState: undefined,
    uploadLink: undefined,
    fileSignature: undefined,
  }

it.each(Object.entries<TokenKind>(tokenKinds))(
  'the proxy does with %s what the table says',
  (kind, { proxy }) => {
    const [name, value] = samples[kind as keyof typeof tokenKinds] ?? []
    if (name === undefined || value === undefined) expect(proxy).toBe('forwards')
    else expect(strip(name, value)).toBe(proxy === 'removes' ? undefined : value)
  },
)

describe.each([
  ['an API key', key],
  ['an access token', `sk_${key}`],
  ['the admin token', adminToken],
  ['a join token', joinToken],
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
  ['cookie', 'cay_sign_in_too=1; x=cay_sign_in'],
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
