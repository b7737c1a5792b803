/** `e2b auth login` of the official command line against control, with a browser and without one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { expect, onTestFinished, test } from 'vitest'
import { answerLogins, type IdentityProvider, startProvider } from '../support/identity-provider.ts'
import { eventually, startWorld, type World } from './control-world.ts'

const manifest = createRequire(import.meta.url).resolve('@e2b/cli/package.json')
const program = join(dirname(manifest), 'dist/index.js')

interface Login {
  readonly world: World
  readonly provider: IdentityProvider
  readonly home: string
  readonly run: (...args: string[]) => CommandRun
}

interface CommandRun {
  /** The URL that it printed for a browser. */
  readonly url: Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>
}

async function start(isConfigured = true): Promise<Login> {
  const clock = new FakeClock()
  const provider = await startProvider(clock)
  answerLogins(provider)
  const world = await startWorld({ clock, ...(isConfigured ? { issuer: provider.issuer } : {}) })
  const home = await mkdtemp(join(tmpdir(), 'cay-login-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const env = { HOME: home, PATH: home, E2B_API_URL: world.url, E2B_DOCS_BASE: `${world.url}/docs` }
  return {
    ...{ world, provider, home },
    run: (...args) => follow(spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' })),
  }
}

function follow(child: ChildProcess): CommandRun {
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const url = Promise.withResolvers<string>()
  let text = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (chunk: string) => {
      text += stripVTControlCharacters(chunk)
      const [printed] = /http:\/\/\S+\/api\/cli\S+/.exec(text) ?? []
      if (printed !== undefined) url.resolve(printed)
    })
  const ended = new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
  return { url: url.promise, ended }
}

/** As a browser follows redirects, with cookies, until a page. */
async function browse(
  url: string,
): Promise<{ readonly status: number; readonly text: string; readonly url: string }> {
  const cookies = new Map<string, string>()
  let at = url
  for (;;) {
    const { host } = new URL(at)
    const cookie = cookies.get(host)
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookies.set(host, set.split(';')[0] ?? '')
    const location = response.headers.get('location')
    if (location === null) return { status: response.status, text: await response.text(), url: at }
    at = new URL(location, at).href
  }
}

const configOf = async ({ home }: Login) => JSON.parse(await readFile(join(home, '.e2b/config.json'), 'utf8'))

test('the command line is signed in by a browser, works with the key that it gets, and is signed out', async () => {
  const login = await start()
  const { run, world, provider } = login
  const command = run('auth', 'login')
  const page = await browse(await command.url)
  expect(page.text).toContain('You are signed in')
  expect(page.text).toContain('alice@example.com')
  expect(await command.ended).toMatchObject({
    code: 0,
    text: expect.stringContaining('Logged in as alice@example.com with selected project Default'),
  })
  const config = await configOf(login)
  expect(config).toMatchObject({
    identity: { email: 'alice@example.com' },
    oauth: {
      token_endpoint: `${provider.url}/token`,
      revoke_endpoint: `${provider.url}/revoke`,
      client_id: 'cay-client',
    },
    tokens: { refresh_token: 'the-refresh-token' },
    projectApiKey: expect.stringMatching(/^e2b_[0-9a-f]{40}$/),
  })
  const id = await world.create()
  const listed = await run('sandbox', 'list').ended
  expect([listed.code, listed.text]).toEqual([0, expect.stringContaining(id)])
  expect((await run('auth', 'info').ended).text).toContain('alice@example.com')
  expect((await run('auth', 'logout').ended).text).toContain('Logged out')
  expect(provider.requests.get('/revoke')).toBe(1)
})

test('on a machine without a browser a code is confirmed on another device', async () => {
  const login = await start()
  const { run, provider, world } = login
  const { responses } = provider
  responses.set('/device', () => ({
    body: {
      ...{ device_code: 'the-device-code', user_code: 'ABCD-EFGH', interval: 1 },
      verification_uri: 'https://login.example/device',
    },
  }))
  let isConfirmed = false
  responses.set('/token', async (query) => {
    if (query.get('device_code') !== 'the-device-code')
      return { status: 400, body: { error: 'invalid_grant' } }
    if (!isConfirmed) return { status: 400, body: { error: 'authorization_pending' } }
    return { body: { access_token: 'opaque', id_token: await provider.sign() } }
  })
  const command = run('auth', 'login')
  const steps = await (await fetch(await command.url)).text()
  expect(steps).toContain('Open https://login.example/device on any device and confirm the code ABCD-EFGH')
  const [, next = ''] = /curl -sL '([^']+)'/.exec(steps) ?? []
  const waiting = fetch(next, { headers: { accept: '*/*' } })
  await eventually(async () => expect(provider.requests.get('/token')).toBe(1))
  isConfirmed = true
  await eventually(async () => {
    await world.clock.advance(1000)
    expect(provider.requests.get('/token')).toBeGreaterThan(1)
  })
  expect((await (await waiting).text()).replaceAll(/<[^>]*>/g, '')).toContain('You are signed in')
  expect((await command.ended).code).toBe(0)
  expect(await configOf(login)).toMatchObject({ identity: { email: 'alice@example.com' } })
})

test.each<[string, (provider: IdentityProvider) => void, string]>([
  [
    'the user declines',
    ({ responses }) =>
      responses.set('/authorize', (query) => ({
        location: `${query.get('redirect_uri')}?error=access_denied&state=${encodeURIComponent(query.get('state') ?? '')}`,
      })),
    'access_denied',
  ],
  [
    'the user has no role',
    ({ responses, sign }) => {
      let nonce: string | null = null
      const authorize = responses.get('/authorize')
      responses.set('/authorize', (query) => {
        nonce = query.get('nonce')
        return authorize?.(query) ?? {}
      })
      responses.set('/token', async () => ({ body: { id_token: await sign({ nonce, groups: [] }) } }))
    },
    'you have no role in a team',
  ],
  [
    'the ID token is of another sign-in',
    ({ responses, sign }) =>
      responses.set('/token', async () => ({ body: { id_token: await sign({ nonce: 'of another' }) } })),
    'of another sign-in',
  ],
  [
    'the provider fails',
    ({ responses }) => responses.set('/token', () => ({ status: 500, body: 'x' })),
    'does not respond',
  ],
])('the command line says why it is not signed in when %s', async (_, prepare, reason) => {
  const { run, provider } = await start()
  prepare(provider)
  const command = run('auth', 'login')
  const page = await browse(await command.url)
  expect(page.text).toContain('Sign-in failed')
  const { code, text } = await command.ended
  expect(code).not.toBe(0)
  expect(text).toContain(reason)
})

test('without a provider the command line ends at once, and says what to set', async () => {
  const { run } = await start(false)
  const command = run('auth', 'login')
  await browse(await command.url)
  const { code, text } = await command.ended
  expect(code).not.toBe(0)
  expect(text).toContain('this installation has no sign-in: set E2B_API_KEY')
})

const at = (world: World, path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/docs/api/cli${path}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  })

test.each([
  '',
  '?next=https://evil.example',
  '?next=http://evil.example:80/',
  '?next=http://localhost:80@evil.example',
])('nobody is sent from %j anywhere but to a port of their own machine', async (query) => {
  const { world } = await start()
  const response = await at(world, query)
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test('a sign-in ends in the browser that began it, once begun here, and in time', async () => {
  const { world } = await start()
  const begun = await at(world, '?next=http://localhost:4321')
  expect(begun.status).toBe(302)
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';')
  expect(begun.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const path = (text: string) => `/callback?error=denied&state=${encodeURIComponent(text)}`
  expect((await at(world, path(state))).status).toBe(400)
  expect((await at(world, path(state), { cookie: `${cookie}x` })).status).toBe(400)
  expect((await at(world, path(`${state}x`), { cookie })).status).toBe(400)
  expect((await at(world, `/device?wait=${encodeURIComponent(state)}`)).status).toBe(400)
  const back = await at(world, path(state), { cookie })
  expect([back.status, back.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/localhost:4321\/\?error=/),
  ])
  world.clock.skip(10 * 60_000)
  expect((await at(world, path(state), { cookie })).status).toBe(400)
})

test('over TLS, the cookie of a sign-in is one that no other host of the domain can set', async () => {
  const clock = new FakeClock()
  const provider = await startProvider(clock)
  const world = await startWorld({ clock, issuer: provider.issuer, domain: 'cay.test' })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const sent = request(`${world.url}/docs/api/cli${path}`, {
      headers: { accept: 'text/html', host: 'api.cay.test', ...headers },
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response
  }
  const begun = await get('?next=http://localhost:4321')
  const [set = ''] = begun.headers['set-cookie'] ?? []
  expect(set).toMatch(/^__Host-cay_sign_in=[\w-]+; Path=\/; Secure; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const [cookie = ''] = set.split(';')
  const state = new URL(begun.headers.location ?? '').searchParams.get('state') ?? ''
  const path = `/callback?error=denied&state=${encodeURIComponent(state)}`
  expect((await get(path, { cookie: cookie.replace('__Host-', '') })).statusCode).toBe(400)
  const back = await get(path, { cookie: `cay_sign_in=x; ${cookie}` })
  expect(back.statusCode).toBe(302)
  expect(back.headers['set-cookie']).toEqual([
    '__Host-cay_sign_in=; Path=/; Secure; Max-Age=0; HttpOnly; SameSite=Lax',
  ])
})

test('markup in what a sign-in says is shown as text', async () => {
  const { world } = await start()
  const response = await at(world, `?state=error&error=${encodeURIComponent('<script>alert(1)</script>')}`)
  expect(await response.text()).not.toContain('<script>')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
