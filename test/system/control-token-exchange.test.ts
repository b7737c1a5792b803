/** Tokens for pages: a code or a refresh token of the identity provider becomes a token that opens something here. */
import { hash } from 'node:crypto'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { expect, test } from 'vitest'
import { answerLogins, type IdentityProvider, startProvider } from '../support/identity-provider.ts'
import { field, startWorld, type World } from './control-world.ts'

const codeVerifier = 'v'.repeat(43)
const redirectURI = 'https://cay.example/'

interface Begun {
  readonly world: World
  readonly provider: IdentityProvider
  readonly exchange: (change?: object) => Promise<{ status: number; body: unknown }>
}

/** Somebody has been to the provider's page and is back. */
async function begin(claims: () => object = () => ({})): Promise<Begun> {
  const clock = new FakeClock()
  const provider = await startProvider(clock)
  answerLogins(provider, claims)
  const world = await startWorld({ clock, issuer: provider.issuer })
  const query = new URLSearchParams({
    ...{ redirect_uri: redirectURI, state: 's', nonce: 'the-nonce' },
    code_challenge: hash('sha256', codeVerifier, 'base64url'),
  })
  await fetch(`${provider.url}/authorize?${query}`, { redirect: 'manual' })
  const code = { grantType: 'authorization_code', code: 'the-code', codeVerifier, redirectURI }
  const exchange = (change: object = {}) =>
    world.call('POST', '/auth/token', { key: null, body: { ...code, nonce: 'the-nonce', ...change } })
  return { world, provider, exchange }
}

const callerOf = (world: World, token: string, team?: string) =>
  world.call('GET', '/auth/caller', {
    key: null,
    headers: { authorization: `Bearer ${token}`, ...(team === undefined ? {} : { 'x-team-id': team }) },
  })

test('a code becomes a token that says who it is and what they may do, once', async () => {
  const { world, exchange } = await begin(() => ({ groups: ['cay:default:read-only', 'cay:second:member'] }))
  const { status, body } = await exchange()
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'alice@example.com', refreshToken: 'the-refresh-token' })
  const token = field(body, 'token')
  const reader = await callerOf(world, token)
  expect(reader.body).toMatchObject({
    ...{ keyID: null, userName: 'alice@example.com', scope: 'read-only', team: { slug: 'default' } },
    teams: [{ slug: 'default' }, { slug: 'second', scope: 'member' }],
  })
  const operations = (reply: { body: unknown }) => (reply.body as { operations: string[] }).operations
  expect(operations(reader)).toContain('listSandboxes')
  expect(operations(reader)).not.toContain('createSandboxV2')
  const member = await callerOf(world, token, 'second')
  expect(operations(member)).toEqual(expect.arrayContaining(['createSandboxV2', 'listApiKeys']))
  expect(operations(member)).not.toContain('createApiKey')
  expect((await exchange()).status).toBe(403)
})

test('a refresh token becomes a new token, and one that is not good any more is refused', async () => {
  const { world, exchange } = await begin()
  const given = await exchange()
  const refreshToken = field(given.body, 'refreshToken')
  const post = (text: string) =>
    world.call('POST', '/auth/token', {
      ...{ key: null, body: { grantType: 'refresh_token', refreshToken: text } },
    })
  const renewed = await post(refreshToken)
  expect((await callerOf(world, field(renewed.body, 'token'))).status).toBe(200)
  expect((await post('another')).status).toBe(403)
})

test.each([
  ['another verifier', { codeVerifier: 'w'.repeat(43) }, 403],
  ['another code', { code: 'x' }, 403],
  ['another redirect URI', { redirectURI: 'https://evil.example/' }, 403],
  ['another nonce', { nonce: 'x' }, 403],
  ['no nonce', { nonce: undefined }, 400],
  ['no code', { code: undefined }, 400],
  ['a short verifier', { codeVerifier: 'short' }, 400],
  ['an unknown grant', { grantType: 'password' }, 400],
])('%s is refused', async (_, change, status) => {
  const { exchange } = await begin()
  expect((await exchange(change)).status).toBe(status)
})

test('a user without a role is refused at the sign-in', async () => {
  const { exchange } = await begin(() => ({ groups: [] }))
  expect((await exchange()).status).toBe(403)
})

test('a provider that does not respond is said to, and an installation without one has no sign-in', async () => {
  const { provider, exchange } = await begin()
  provider.responses.set('/token', () => ({ status: 502, body: 'bad gateway' }))
  expect((await exchange()).status).toBe(503)
  const world = await startWorld()
  const body = { grantType: 'refresh_token', refreshToken: 'x' }
  expect((await world.call('POST', '/auth/token', { key: null, body })).status).toBe(404)
})

test('every key may ask what it is good for', async () => {
  const world = await startWorld()
  for (const scope of ['full', 'member', 'read-only', 'sandbox-only']) {
    const made = await world.call('POST', '/api-keys', { body: { name: scope, scope } })
    const { status, body } = await world.call('GET', '/auth/caller', { key: field(made.body, 'key') })
    expect([status, body]).toMatchObject([200, { scope, keyID: field(made.body, 'id'), userName: null }])
  }
})
