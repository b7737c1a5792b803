/** Tokens of an identity provider in place of API keys: who gets in, as whom and how far, and every token that does not. */
import { createHmac } from 'node:crypto'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { base64url, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { clientId, metadataOf, startProvider } from '../support/identity-provider.ts'
import { field, secondKey, startWorld, type World } from './control-world.ts'

async function start(settings: Parameters<typeof startProvider>[1] = {}) {
  const clock = new FakeClock()
  const provider = await startProvider(clock, settings)
  const world = await startWorld({ clock, issuer: provider.issuer })
  return { world, provider }
}

const as = (world: World, token: string, path = '/v2/sandboxes', headers: Record<string, string> = {}) =>
  world.call('GET', path, { key: null, headers: { authorization: `Bearer ${token}`, ...headers } })

test('a user with a role works in the team of it, and the audit log says who it was', async () => {
  const { world, provider } = await start()
  const token = await provider.sign()
  const authorization = { authorization: `Bearer ${token}` }
  const created = await world.call('POST', '/v2/sandboxes', {
    ...{ key: null, headers: authorization, body: { templateID: 'base' } },
  })
  expect(created.status).toBe(201)
  const id = field(created.body, 'sandboxID')
  expect((await world.call('GET', `/sandboxes/${id}`)).status).toBe(200)
  expect((await world.call('GET', `/sandboxes/${id}`, { key: secondKey })).status).toBe(404)
  expect((await as(world, token, `/events?sandboxID=${id}`)).body).toMatchObject([
    { kind: 'createSandboxV2', keyID: `user:${provider.url} alice alice@example.com` },
  ])
})

test.each([
  ['not verified', { email_verified: false }],
  ['not said to be verified', { email_verified: undefined }],
  ['said to be verified by a text', { email_verified: 'true' }],
  ['an object', { email: { address: 'alice@example.com' } }],
])('an address that is %s names nobody, neither in the audit log nor in lists', async (_, claims) => {
  const { world, provider } = await start()
  const token = await provider.sign({ sub: 'mallory', ...claims })
  await world.call('POST', '/v2/sandboxes', {
    ...{ key: null, headers: { authorization: `Bearer ${token}` }, body: { templateID: 'base' } },
  })
  expect((await as(world, token, '/events?kind=createSandboxV2')).body).toMatchObject([
    { keyID: `user:${provider.url} mallory` },
  ])
  expect((await as(world, token, '/auth/caller')).body).toMatchObject({ userName: 'mallory' })
  expect((await as(world, token, '/teams')).status).toBe(200)
  expect((await world.call('GET', '/api-keys')).body).toContainEqual(
    expect.objectContaining({ name: 'login of mallory' }),
  )
})

test('users with similar ids stay apart in the audit log', async () => {
  const { world, provider } = await start()
  const ids = ['a b', 'a_b', 'a%0020b', 'a\nb', 'ä', 'a alice@example.com', 'A B']
  for (const sub of ids) {
    const authorization = `Bearer ${await provider.sign({ sub, email: undefined })}`
    await world.call('POST', '/v2/sandboxes', {
      ...{ key: null, headers: { authorization }, body: { templateID: 'base' } },
    })
  }
  const events = (await world.call('GET', '/events?kind=createSandboxV2')).body as { keyID: string }[]
  const actors = events.map(({ keyID }) => keyID)
  expect(new Set(actors).size).toBe(ids.length)
  for (const actor of actors) expect(actor).toMatch(/^user:[!-~]+ [!-~]+$/)
})

test('a token whose user has an id of more than 255 characters is refused', async () => {
  const { world, provider } = await start()
  expect((await as(world, await provider.sign({ sub: 'x'.repeat(255) }))).status).toBe(200)
  expect((await as(world, await provider.sign({ sub: 'x'.repeat(256) }))).status).toBe(401)
})

test.each([
  ['read-only', 200, 403, 403],
  ['member', 200, 201, 403],
  ['admin', 200, 201, 201],
])(
  'the role %s reads with %d, creates a sandbox with %d and a key with %d',
  async (role, reads, creates, keys) => {
    const { world, provider } = await start()
    const token = await provider.sign({ groups: [`cay:default:${role}`] })
    const headers = { authorization: `Bearer ${token}` }
    const post = (path: string, body: object) => world.call('POST', path, { key: null, headers, body })
    expect((await as(world, token)).status).toBe(reads)
    const created = await post('/v2/sandboxes', { templateID: 'base' })
    expect(created.status).toBe(creates)
    if (creates === 403)
      expect(field(created.body, 'message')).toBe(
        'your role in this team is read-only: it does not open this',
      )
    expect((await post('/api-keys', { name: 'x' })).status).toBe(keys)
  },
)

test('of several teams the header names one, and no other one opens', async () => {
  const { world, provider } = await start()
  const both = await provider.sign({ groups: ['cay:second:member', 'cay:default:read-only'] })
  const one = await provider.sign({ groups: ['cay:default:admin', 'cay:missing:admin'] })
  const id = await world.create({}, secondKey)
  const path = `/sandboxes/${id}`
  expect((await as(world, both, path)).status).toBe(200)
  expect((await as(world, both, path, { 'x-team-id': 'default' })).status).toBe(404)
  expect((await as(world, both, path, { 'x-team-id': 'second' })).status).toBe(200)
  expect((await as(world, one, path)).status).toBe(404)
  for (const team of ['second', 'missing', "' or 1=1"])
    expect((await as(world, one, path, { 'x-team-id': team })).status).toBe(403)
})

test('an API key counts before a token, so a wrong key is refused although the token is right', async () => {
  const { world, provider } = await start()
  const headers = { authorization: `Bearer ${await provider.sign()}` }
  expect((await world.call('GET', '/v2/sandboxes', { key: `e2b_${'f'.repeat(40)}`, headers })).status).toBe(
    401,
  )
})

describe('a token is refused', () => {
  const minute = 60
  const seconds = (world: World) => Math.floor(world.clock.nowMs() / 1000)

  test.each<[string, (world: World) => object, string]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' }), 'its iss is another'],
    ['for another audience', () => ({ aud: 'another-client' }), 'its aud is another'],
    ['without an audience', () => ({ aud: undefined }), 'its aud is another'],
    ['that has expired', (world) => ({ exp: seconds(world) - minute }), 'has expired'],
    ['that never expires', () => ({ exp: undefined }), 'its exp is another'],
    ['that is not valid yet', (world) => ({ nbf: seconds(world) + minute }), 'its nbf is another'],
    ['without a user', () => ({ sub: undefined }), 'its sub is another'],
    ['of an empty user', () => ({ sub: '' }), 'names no user'],
  ])('%s', async (_, claims, message) => {
    const { world, provider } = await start()
    const { status, body } = await as(world, await provider.sign(claims(world)))
    expect([status, field(body, 'message')]).toEqual([401, expect.stringContaining(message)])
  })

  test('without a signature, and with one by a secret that is the public key', async () => {
    const { world, provider } = await start()
    const [, payload = ''] = (await provider.sign()).split('.')
    const encode = (header: object) => base64url.encode(JSON.stringify(header))
    for (const alg of ['none', 'None', 'NONE', ''])
      expect((await as(world, `${encode({ alg, kid: 'one' })}.${payload}.`)).status).toBe(401)
    const head = encode({ alg: 'HS256', kid: 'one' })
    for (const secret of [JSON.stringify(provider.keys[0]), String(provider.keys[0]?.x)]) {
      const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
      expect((await as(world, `${head}.${payload}.${signature}`)).status).toBe(401)
    }
  })

  test('that brings its own key, or says where it is', async () => {
    const { world, provider } = await start()
    const own = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own' }
    provider.responses.set('/evil-keys', () => ({ body: { keys: [jwk] } }))
    for (const header of [
      { jwk },
      { jku: `${provider.url}/evil-keys`, kid: 'own' },
      { kid: 'own' },
      { kid: 'one' },
    ])
      expect((await as(world, await provider.sign({}, { header, key: own.privateKey }))).status).toBe(401)
    expect(provider.requests.get('/evil-keys')).toBeUndefined()
  })

  test('whose id of a key names one that signed nothing of it', async () => {
    const { world, provider } = await start()
    const other = await generateKeyPair('ES256', { extractable: true })
    provider.keys.push({ ...(await exportJWK(other.publicKey)), kid: 'two', alg: 'ES256', use: 'sig' })
    expect((await as(world, await provider.sign({}, { header: { kid: 'two' } }))).status).toBe(401)
    expect((await as(world, await provider.sign({}, { header: { kid: undefined } }))).status).toBe(401)
    expect(
      (await as(world, await provider.sign({}, { header: { kid: 'two' }, key: other.privateKey }))).status,
    ).toBe(200)
  })

  test.each([
    [['cay:default:owner']],
    [['cay:default:ADMIN']],
    [['default:admin', 'admin']],
    [['cay:nowhere:admin']],
    [[]],
    [undefined],
    [{ 'cay:default:admin': true }],
  ])('with the roles %j it opens no team', async (groups) => {
    const { world, provider } = await start()
    const { status, body } = await as(world, await provider.sign({ groups }))
    expect([status, field(body, 'message')]).toEqual([
      403,
      expect.stringContaining('you have no role in a team'),
    ])
  })

  test.each(['', 'x', 'a.b', 'a.b.c', `${'a'.repeat(5000)}.b.c`, 'eyJhbGciOiJFUzI1NiJ9..'])(
    'that is %j',
    async (token) => {
      const { world } = await start()
      expect((await as(world, token)).status).toBe(401)
    },
  )
})

test('clocks may differ by half a minute', async () => {
  const { world, provider } = await start()
  const seconds = Math.floor(world.clock.nowMs() / 1000)
  expect((await as(world, await provider.sign({ exp: seconds - 29 }))).status).toBe(200)
  expect((await as(world, await provider.sign({ exp: seconds - 31 }))).status).toBe(401)
  expect((await as(world, await provider.sign({ nbf: seconds + 29 }))).status).toBe(200)
})

test('keys are requested once for many tokens, and not again for each unknown one', async () => {
  const { world, provider } = await start()
  const token = await provider.sign()
  await Promise.all(Array.from({ length: 20 }, () => as(world, token)))
  for (let count = 0; count < 20; count++)
    expect((await as(world, await provider.sign({}, { header: { kid: `unknown-${count}` } }))).status).toBe(
      401,
    )
  expect(provider.requests.get('/keys')).toBeLessThanOrEqual(2)
  expect(provider.requests.get('/.well-known/openid-configuration')).toBe(1)
})

describe('a provider that does not respond as one', () => {
  const large = JSON.stringify({ keys: [], more: 'x'.repeat(600 * 1024) })
  const elsewhere = 'https://elsewhere.example/keys'

  test.each<[string, string, (url: string) => object]>([
    [
      'its metadata are another issuer’s',
      '/.well-known/openid-configuration',
      (url) => ({ body: { ...metadataOf(url), issuer: 'https://evil.example' } }),
    ],
    [
      'its keys are at another origin',
      '/.well-known/openid-configuration',
      (url) => ({ body: { ...metadataOf(url), jwks_uri: elsewhere } }),
    ],
    [
      'its tokens are at another origin',
      '/.well-known/openid-configuration',
      (url) => ({ body: { ...metadataOf(url), token_endpoint: elsewhere } }),
    ],
    [
      'its page is a script',
      '/.well-known/openid-configuration',
      (url) => ({ body: { ...metadataOf(url), authorization_endpoint: 'javascript:alert(1)' } }),
    ],
    ['it redirects', '/keys', (url) => ({ location: `${url}/other` })],
    ['its keys are large', '/keys', () => ({ body: large })],
    ['its keys are no keys', '/keys', () => ({ body: { keys: 5 } })],
    ['it fails', '/keys', () => ({ status: 500 })],
    ['it answers no JSON', '/.well-known/openid-configuration', () => ({ body: '<html>' })],
  ])('lets nobody in: %s', async (_, path, answer) => {
    const { world, provider } = await start()
    provider.responses.set(path, () => answer(provider.url))
    const { status, body, headers } = await as(world, await provider.sign())
    expect([status, field(body, 'message')]).toEqual([
      503,
      'the identity provider does not respond as expected',
    ])
    expect(headers.get('retry-after')).toBe('5')
    // Keys go on to work.
    expect((await world.call('GET', '/v2/sandboxes')).status).toBe(200)
    provider.responses.clear()
    expect((await as(world, await provider.sign())).status).toBe(200)
  })
})

test('without a provider a token opens nothing, and nobody can sign in', async () => {
  const world = await startWorld()
  const { status, body } = await as(world, 'a.b.c')
  expect([status, field(body, 'message')]).toEqual([401, expect.stringContaining('has no sign-in')])
  expect((await world.call('GET', '/auth/sign-in', { key: null })).body).toEqual({ oidc: null })
})

test('how to sign in is told without a credential', async () => {
  const { world, provider } = await start()
  expect((await world.call('GET', '/auth/sign-in', { key: null })).body).toEqual({
    oidc: {
      issuer: provider.url,
      clientID: clientId,
      scope: 'openid email profile offline_access',
      authorizationEndpoint: `${provider.url}/authorize`,
      tokenEndpoint: `${provider.url}/token`,
      deviceAuthorizationEndpoint: `${provider.url}/device`,
      revocationEndpoint: `${provider.url}/revoke`,
    },
  })
})

describe('the key of a sign-in', () => {
  const teams = async (world: World, token: string) =>
    (await as(world, token, '/teams')).body as { teamID: string; apiKey: string; isDefault: boolean }[]

  test('opens what the role opens, is the same at each sign-in, and expires', async () => {
    const { world, provider } = await start({ keyDays: 1 })
    const sign = () => provider.sign({ groups: ['cay:second:read-only', 'cay:default:member'] })
    const listed = await teams(world, await sign())
    expect(listed).toMatchObject([{ isDefault: true }, { isDefault: false }])
    const [second, first] = listed.map(({ apiKey }) => apiKey)
    expect(await teams(world, await sign())).toEqual(listed)
    const create = (key = '') => world.call('POST', '/v2/sandboxes', { key, body: { templateID: 'base' } })
    expect((await create(second)).status).toBe(403)
    expect((await create(first)).status).toBe(201)
    expect((await world.call('POST', '/api-keys', { key: first ?? '', body: { name: 'x' } })).status).toBe(
      403,
    )
    const keys = (await world.call('GET', '/api-keys')).body as object[]
    expect(keys).toContainEqual(
      expect.objectContaining({ name: 'login of alice@example.com', scope: 'member' }),
    )
    world.clock.skip(86_400_000)
    const late = await create(first)
    expect([late.status, field(late.body, 'message')]).toEqual([
      401,
      expect.stringContaining('sign in again'),
    ])
    expect((await teams(world, await sign())).map(({ apiKey }) => apiKey)).not.toContain(first)
  })

  test('that was revoked is not given again, nor is one of a role that the user no longer has', async () => {
    const { world, provider } = await start()
    const [before] = await teams(world, await provider.sign())
    const keys = (await world.call('GET', '/api-keys')).body as { id: string; name: string }[]
    const own = keys.find(({ name }) => name.startsWith('login of'))
    await world.call('DELETE', `/api-keys/${own?.id}`)
    const [after] = await teams(world, await provider.sign())
    expect(after?.apiKey).not.toBe(before?.apiKey)
    const [reader] = await teams(world, await provider.sign({ groups: ['cay:default:read-only'] }))
    expect(reader?.apiKey).not.toBe(after?.apiKey)
    expect((await world.call('GET', '/v2/sandboxes', { key: after?.apiKey ?? '' })).status).toBe(401)
  })

  test('is another one for another user', async () => {
    const { world, provider } = await start()
    const [alice] = await teams(world, await provider.sign())
    const [bob] = await teams(world, await provider.sign({ sub: 'bob', email: 'alice@example.com' }))
    expect(bob?.apiKey).not.toBe(alice?.apiKey)
  })
})
