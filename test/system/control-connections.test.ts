/** Clients without a credential hold connections and send requests as they like; a client with a key gets its responses. */
import { once } from 'node:events'
import { Agent, request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import { parseRange } from '@cay/core/egress/ipv4.ts'
import { compileRanges } from '@cay/core/egress/range-set.ts'
import { expect, onTestFinished, test } from 'vitest'
import { holdConnections } from '../support/idle-connections.ts'
import { eventually, firstKey, startWorld, type World } from './control-world.ts'

/** What control takes in all, and of one client without a credential. */
const connectionsMax = 4096
const share = connectionsMax / 8
/** Thousands of connections take a while on a busy machine. */
const floodMsMax = 600_000
const portOf = ({ url }: World) => Number(new URL(url).port)

async function hold(world: World, options: Omit<Parameters<typeof holdConnections>[0], 'port'>) {
  const held = await holdConnections({ port: portOf(world), ...options })
  onTestFinished(held.close)
  return held
}

interface AskOptions {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly from?: string
  readonly agent?: Agent
}

/** On a connection of its own, unless the agent has one. */
async function ask(
  world: World,
  { agent, from, body, method = 'GET', path = '/v2/sandboxes', headers = {} }: AskOptions = {},
) {
  const options = { host: '127.0.0.1', port: portOf(world), method, path, headers }
  const sent = requestHttp({ ...options, agent: agent ?? false, localAddress: from ?? '127.0.0.1' })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode as number, headers: response.headers, socket: sent.socket as Socket }
}

const withKey = { headers: { 'x-api-key': firstKey } }

const body = (length: number) =>
  `POST /auth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`

test.each([
  ['say nothing', ''],
  ['begin a request line', 'G'],
  ['never end their headers', 'GET /v2/sandboxes HTTP/1.1\r\nhost: a\r\nx-header: '],
  ['never end a body', body(1000)],
  ['were answered and stay', 'GET /health HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['have no valid key', 'GET /v2/sandboxes HTTP/1.1\r\nhost: a\r\nx-api-key: e2b_none\r\n\r\n'],
])(
  '4,300 connections that %s keep nobody from a response',
  async (_, text) => {
    const world = await startWorld()
    const held = await hold(world, { count: 4300, text })
    expect((await ask(world, withKey)).status).toBe(200)
    await eventually(async () => expect(held.openCount()).toBeLessThan(connectionsMax))
  },
  floodMsMax,
)

test(
  'one client holds no more than its share, and several together not all',
  async () => {
    const world = await startWorld()
    const [first, ...others] = [2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `127.0.0.${number}`)
    const held = [await hold(world, { count: share + 500, localAddress: first ?? '' })]
    await eventually(async () => expect(held[0]?.openCount()).toBeLessThanOrEqual(share))
    for (const localAddress of others) held.push(await hold(world, { count: share, localAddress }))
    expect((await ask(world, withKey)).status).toBe(200)
    expect((await ask(world, { ...withKey, from: first ?? '' })).status).toBe(200)
  },
  floodMsMax,
)

test(
  'a connection that has sent a key stays open while thousands without one come and go',
  async () => {
    const world = await startWorld()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const { socket } = await ask(world, { ...withKey, agent })
    await hold(world, { count: 4300 })
    await hold(world, { count: 4300, localAddress: '127.0.0.2' })
    const again = await ask(world, { ...withKey, agent })
    expect(again.status).toBe(200)
    expect(again.socket).toBe(socket)
  },
  floodMsMax,
)

const exchange = {
  ...{ method: 'POST', path: '/auth/token' },
  body: JSON.stringify({ grantType: 'refresh_token', refreshToken: 'x' }),
}

async function statusesOf(world: World, count: number, options: AskOptions) {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent++) statuses.push((await ask(world, options)).status)
  return statuses
}

test.each([
  ['POST /auth/token', exchange],
  ['the sign-in of a command line', { path: '/docs/api/cli?next=http%3A%2F%2Flocalhost%3A1' }],
  ['its way back', { path: '/docs/api/cli/callback?state=x' }],
])(
  'an address may request %s 30 times a minute, is told when again, and takes it from no other',
  async (_, options) => {
    const world = await startWorld()
    const from = '127.0.0.2'
    expect(await statusesOf(world, 30, { ...options, from })).not.toContain(429)
    const refused = await ask(world, { ...options, from })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(world, { ...options, from: '127.0.0.3' })).status).not.toBe(429)
    expect((await ask(world, { ...withKey, from })).status).toBe(200)
    world.clock.skip(60_000)
    expect((await ask(world, { ...options, from })).status).not.toBe(429)
  },
)

test('pages and files without a credential have a rate too', async () => {
  const world = await startWorld()
  const from = '127.0.0.2'
  const options = { path: '/.well-known/jwks.json', from }
  const statuses = await Promise.all(Array.from({ length: 12 }, () => statusesOf(world, 101, options)))
  expect(statuses.flat().filter((status) => status === 200)).toHaveLength(1200)
  expect((await ask(world, { path: '/nowhere', from })).status).toBe(429)
  expect((await ask(world, { ...withKey, from })).status).toBe(200)
})

test('X-Forwarded-For chooses no address, unless a proxy that the operator trusts sends it', async () => {
  const from = '127.0.0.2'
  const forwarded = (address: string) => ({ ...exchange, from, headers: { 'x-forwarded-for': address } })
  const world = await startWorld()
  for (let number = 0; number < 30; number++) await ask(world, forwarded(`192.0.2.${number}`))
  expect((await ask(world, forwarded('192.0.2.99'))).status).toBe(429)
  const trustedProxies = compileRanges([parseRange(from) ?? { first: 0, last: 0 }])
  const behind = await startWorld({ trustedProxies })
  expect(await statusesOf(behind, 31, forwarded('192.0.2.1'))).toEqual([...Array(30).fill(404), 429])
  expect((await ask(behind, forwarded('192.0.2.1, 192.0.2.2'))).status).toBe(404)
  expect((await ask(behind, forwarded('192.0.2.2, 192.0.2.1'))).status).toBe(429)
})
