/** Lifecycle events of sandboxes reach those who asked for them, signed, in order, and whatever receivers do. */
import { createHash, createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, field, pass, secondKey, startWorld, type World } from './control-world.ts'

const secret = 'secret-for-event-signature-verification'

interface Received {
  readonly body: string
  readonly headers: IncomingHttpHeaders
  readonly event: {
    readonly id: string
    readonly type: string
    readonly sandbox_id: string
    readonly event_data: Readonly<Record<string, unknown>>
  }
}

interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** The status of its responses; null: it never answers. */
  status: number | null
  /** What each sandbox was told, in the order of arrival. */
  told(sandboxId: string): string[]
}

async function startReceiver(status: number | null = 200, address = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    received.push({ body, headers: request.headers, event: JSON.parse(body) as Received['event'] })
    if (receiver.status !== null) response.writeHead(receiver.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: Receiver = {
    url: `http://${address}:${(server.address() as AddressInfo).port}/hook`,
    received,
    status,
    told: (sandboxId) =>
      received
        .filter(({ event }) => event.sandbox_id === sandboxId)
        .map(({ event }) => event.type.split('.')[2] ?? ''),
  }
  return receiver
}

async function register(world: World, url: string, more: object = {}, key?: string): Promise<string> {
  const body = { name: 'hook', url, events: lifecycleTypes, signatureSecret: secret, ...more }
  const reply = await world.call('POST', '/events/webhooks', { body, ...(key === undefined ? {} : { key }) })
  expect(reply.status).toBe(201)
  return field(reply.body, 'id')
}

/** Lets control send what is due, until the check holds. */
async function sends(world: World, check: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await world.clock.advance(300)
    await check()
  })
}

interface Delivery {
  readonly id: string
  readonly state: string
  readonly [name: string]: unknown
}

async function deliveriesOf(world: World, id: string, query = ''): Promise<Delivery[]> {
  const { status, body } = await world.call('GET', `/events/webhooks/${id}/deliveries?${query}`)
  expect(status).toBe(200)
  return body as Delivery[]
}

test('a webhook is made, shown without its secret, changed and deleted', async () => {
  const world = await startWorld()
  const body = { name: 'My hook', url: 'https://receiver.test/x', events: [lifecycleTypes[0]] }
  const made = await world.call('POST', '/events/webhooks', { body: { ...body, signatureSecret: secret } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ ...body, enabled: true, signatureSecretMask: '…tion' })
  const path = `/events/webhooks/${field(made.body, 'id')}`
  expect(await world.call('GET', path)).toMatchObject({ status: 200, body: made.body })
  expect(await world.call('GET', '/events/webhooks')).toMatchObject({ status: 200, body: [made.body] })
  const changed = await world.call('PATCH', path, { body: { enabled: false, name: 'Other' } })
  expect(changed).toMatchObject({ status: 200, body: { ...body, name: 'Other', enabled: false } })
  expect(JSON.stringify([made.body, changed.body])).not.toContain(secret)
  expect((await world.call('DELETE', path)).status).toBe(200)
  for (const method of ['GET', 'DELETE', 'PATCH'])
    expect((await world.call(method, path, method === 'PATCH' ? { body: {} } : {})).status).toBe(404)
})

test('what is no webhook is refused by the name of the field', async () => {
  const world = await startWorld()
  const good = {
    name: 'a',
    url: 'https://receiver.test/',
    events: [lifecycleTypes[0]],
    signatureSecret: secret,
  }
  const refusal = async (more: object) => {
    const { status, body } = await world.call('POST', '/events/webhooks', { body: { ...good, ...more } })
    return [status, field(body, 'message')]
  }
  for (const [more, word] of [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(251) }, 'name'],
    [{ url: 'receiver' }, 'url'],
    [{ url: 'ftp://receiver.test/' }, 'http'],
    [{ url: 'https://user:word@receiver.test/' }, 'password'],
    [{ url: 'http://10.0.0.1/' }, '10.0.0.1'],
    [{ url: 'http://0x7f.2/' }, '127.0.0.2'],
    [{ url: 'http://169.254.169.254/latest/' }, '169.254.169.254'],
    [{ url: 'http://[::1]/' }, 'IPv4'],
    [{ events: [] }, 'events'],
    [{ events: ['sandbox.lifecycle.lost'] }, 'events'],
    [{ events: [lifecycleTypes[0], lifecycleTypes[0]] }, 'events'],
    [{ signatureSecret: 'short' }, 'signatureSecret'],
    [{ signatureSecret: 'whsec_!!!!' }, 'signatureSecret'],
    [{ signatureSecret: 'whsec_c2hvcnQ=' }, 'signatureSecret'],
    [{ enabled: 'yes' }, 'enabled'],
  ] as const)
    expect(await refusal(more)).toEqual([400, expect.stringContaining(word)])
  for (let count = 0; count < 20; count++) await register(world, good.url)
  expect(await refusal({})).toEqual([429, 'A team has at most 20 webhooks'])
})

test('the life of a sandbox is delivered in its order, with both signatures', async () => {
  const world = await startWorld()
  const receiver = await startReceiver()
  const webhookId = await register(world, receiver.url)
  const id = await world.create({ metadata: { job: '7' } })
  await world.call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 600 } })
  await world.call('PUT', `/sandboxes/${id}/network`, { body: { denyOut: ['1.1.1.1'] } })
  await world.call('POST', `/sandboxes/${id}/snapshots`, { body: {} })
  await world.call('POST', `/sandboxes/${id}/pause`)
  await world.call('POST', `/sandboxes/${id}/resume`, { body: { timeout: 600 } })
  await world.call('DELETE', `/sandboxes/${id}`)
  const life = ['created', 'updated', 'updated', 'checkpointed', 'paused', 'resumed', 'killed']
  await sends(world, () => expect(receiver.told(id)).toEqual(life))
  const [created, timeout, network, , paused, , killed] = receiver.received.map(({ event }) => event)
  expect(created).toMatchObject({ version: 'v2', event_data: { sandbox_metadata: { job: '7' } } })
  expect(timeout?.event_data).toHaveProperty('set_timeout')
  expect(network?.event_data).toMatchObject({ network_egress: { deny_out: ['1.1.1.1'] } })
  expect(paused?.event_data).toMatchObject({ execution: { vcpu_count: expect.any(Number) } })
  expect(killed?.event_data).toMatchObject({ kill_reason: 'request', execution: expect.anything() })
  for (const { body, headers, event } of receiver.received) {
    expect(headers).toMatchObject({ 'e2b-webhook-id': webhookId, 'e2b-signature-version': 'v1' })
    const plain = createHash('sha256').update(secret + body)
    expect(headers['e2b-signature']).toBe(plain.digest('base64url'))
    const signed = `${event.id}.${headers['webhook-timestamp']}.${body}`
    const hmac = createHmac('sha256', secret).update(signed).digest('base64')
    expect(headers).toMatchObject({ 'webhook-id': event.id, 'webhook-signature': `v1,${hmac}` })
  }
  const listed = await world.call('GET', `/events/sandboxes/${id}?orderAsc=true`)
  expect((listed.body as { type: string }[]).map(({ type }) => type.split('.')[2])).toEqual(life)
})

test('events are listed newest first, ten at a time, to their team alone', async () => {
  const world = await startWorld()
  const ids: string[] = []
  for (let count = 0; count < 11; count++) ids.push(await world.create())
  const list = async (query = '', key?: string) => {
    const path = `/events/sandboxes${query}`
    const { status, body } = await world.call('GET', path, key === undefined ? {} : { key })
    return status === 200 ? (body as object[]).map((event) => field(event, 'sandboxId')) : status
  }
  expect(await list()).toEqual(ids.toReversed().slice(0, 10))
  expect(await list('?offset=10')).toEqual(ids.slice(0, 1))
  expect(await list('?orderAsc=true&limit=2&offset=1')).toEqual(ids.slice(1, 3))
  expect(await list('', secondKey)).toEqual([])
  expect(await list(`/${ids[0]}`, secondKey)).toEqual([])
  for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?orderAsc=maybe'])
    expect(await list(query)).toBe(400)
})

test('a team’s webhooks are its own, and get nothing of another team', async () => {
  const world = await startWorld()
  const [own, theirs] = [await startReceiver(), await startReceiver()]
  const id = await register(world, own.url)
  await register(world, theirs.url, {}, secondKey)
  const path = `/events/webhooks/${id}`
  for (const [method, end] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/x/redeliver'],
  ] as const) {
    const body = method === 'PATCH' ? { body: {} } : {}
    expect((await world.call(method, path + end, { key: secondKey, ...body })).status).toBe(404)
  }
  const [mine, other] = [await world.create(), await world.create({}, secondKey)]
  await sends(world, () => {
    expect(own.told(mine)).toEqual(['created'])
    expect(theirs.told(other)).toEqual(['created'])
  })
  expect(own.received).toHaveLength(1)
  expect(theirs.received).toHaveLength(1)
})

test('a failed delivery is tried again, later events of its sandbox wait, and others do not', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(500)
  const webhookId = await register(world, receiver.url)
  const first = await world.create({ timeout: 3600 })
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([
      { state: 'pending', attempts: 1, status: 500, error: 'the receiver answered 500' },
    ]),
  )
  receiver.status = 200
  await world.call('DELETE', `/sandboxes/${first}`)
  const second = await world.create()
  await sends(world, () => expect(receiver.told(second)).toEqual(['created']))
  expect(receiver.told(first)).toEqual(['created'])
  await pass(world, 7_000)
  await sends(world, () => expect(receiver.told(first)).toEqual(['created', 'created', 'killed']))
  const [attempt, again] = receiver.received.filter(({ event }) => event.sandbox_id === first)
  expect(again?.headers['e2b-delivery-id']).toBe(attempt?.headers['e2b-delivery-id'])
  expect(again?.body).toBe(attempt?.body)
})

test('after three retries a delivery is a dead letter, which is found and sent again by hand', async () => {
  const world = await startWorld({ webhookRetries: 'hosted' })
  const receiver = await startReceiver(503)
  const webhookId = await register(world, receiver.url)
  const id = await world.create({ timeout: 3600 })
  await sends(world, async () => {
    await world.clock.advance(10_000)
    expect(await deliveriesOf(world, webhookId, 'state=dead')).toMatchObject([{ attempts: 4, status: 503 }])
  })
  expect(receiver.received).toHaveLength(4)
  receiver.status = 200
  const [dead] = await deliveriesOf(world, webhookId)
  const path = `/events/webhooks/${webhookId}/deliveries/${dead?.id}/redeliver`
  expect(await world.call('POST', path)).toMatchObject({
    status: 200,
    body: { state: 'pending', attempts: 0 },
  })
  await sends(world, () => expect(receiver.told(id)).toHaveLength(5))
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([{ state: 'delivered', status: 200 }]),
  )
  const unknown = `/events/webhooks/${webhookId}/deliveries/none/redeliver`
  expect((await world.call('POST', unknown)).status).toBe(404)
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What docs/events.md promises. */
const dayOfDelays = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour],
  ...Array(5).fill(4 * hour),
]

/** Time passes until the next attempt is due, at which nothing is sent before. Returns how long that was. */
async function passToNextAttempt(world: World, webhookId: string, receiver: Receiver): Promise<number> {
  const [delivery] = await deliveriesOf(world, webhookId)
  const waitMs = Date.parse(String(delivery?.nextAttemptAt)) - world.clock.nowMs()
  const before = receiver.received.length
  // Whatever else is due would be done many times in a day of ticks.
  world.clock.skip(waitMs - 2 * second)
  await pass(world, second)
  expect(receiver.received).toHaveLength(before)
  world.clock.skip(second)
  await sends(world, async () => {
    expect(receiver.received).toHaveLength(before + 1)
    const [after] = await deliveriesOf(world, webhookId)
    expect(after?.attempts).toBe(Number(delivery?.attempts) + 1)
  })
  return waitMs
}

test('a receiver that is down is tried for a day, ever more seldom, and what it has missed is a dead letter then', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(503)
  const webhookId = await register(world, receiver.url, { events: ['sandbox.lifecycle.created'] })
  const startedAtMs = world.clock.nowMs()
  const id = await world.create()
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([{ state: 'pending', attempts: 1 }]),
  )
  for (const delayMs of dayOfDelays) {
    const waitMs = await passToNextAttempt(world, webhookId, receiver)
    // A tenth of a delay is random, and sending takes a moment of it.
    expect(waitMs).toBeGreaterThan(delayMs - 5 * second)
    expect(waitMs).toBeLessThanOrEqual(1.1 * delayMs)
  }
  const hours = (world.clock.nowMs() - startedAtMs) / hour
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(27)
  expect(await deliveriesOf(world, webhookId)).toMatchObject([
    { state: 'dead', attempts: 13, status: 503, error: 'the receiver answered 503' },
  ])
  expect(receiver.told(id)).toHaveLength(13)
  await pass(world, 10 * second)
  expect(receiver.received).toHaveLength(13)
})

test('the events of one sandbox have one day together, and not one after the other each a day', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(503)
  const webhookId = await register(world, receiver.url)
  const id = await world.create({ timeout: 24 * 3600 })
  await world.call('POST', `/sandboxes/${id}/pause`)
  await world.call('DELETE', `/sandboxes/${id}`)
  await sends(world, async () => expect(await deliveriesOf(world, webhookId)).toHaveLength(3))
  const stateOf = async () => (await deliveriesOf(world, webhookId)).map(({ state }) => state)
  world.clock.skip(24 * hour + minute)
  await sends(world, async () => expect(await stateOf()).toEqual(Array(3).fill('dead')))
  // Asked for by hand, it has all of its attempts.
  const [last] = await deliveriesOf(world, webhookId)
  await world.call('POST', `/events/webhooks/${webhookId}/deliveries/${last?.id}/redeliver`)
  for (const attempts of [1, 2]) {
    await sends(world, async () =>
      expect((await deliveriesOf(world, webhookId))[0]).toMatchObject({ state: 'pending', attempts }),
    )
    world.clock.skip(30 * second)
  }
})

test('after a corrected URL, what waits for its next attempt is sent at once', async () => {
  const world = await startWorld()
  const [wrong, right] = [await startReceiver(404), await startReceiver()]
  const webhookId = await register(world, wrong.url)
  const id = await world.create({ timeout: 24 * 3600 })
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([{ attempts: 1 }]),
  )
  for (let attempt = 2; attempt <= 5; attempt++) await passToNextAttempt(world, webhookId, wrong)
  const atMs = world.clock.nowMs()
  await world.call('PATCH', `/events/webhooks/${webhookId}`, { body: { url: right.url } })
  await sends(world, () => expect(right.told(id)).toEqual(['created']))
  expect(world.clock.nowMs() - atMs).toBeLessThan(30 * minute)
})

test('a receiver that is back after hours has missed nothing, and gets it in order', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(503)
  const webhookId = await register(world, receiver.url)
  const id = await world.create({ timeout: 24 * 3600 })
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([{ attempts: 1 }]),
  )
  await world.call('POST', `/sandboxes/${id}/pause`)
  await world.call('DELETE', `/sandboxes/${id}`)
  await sends(world, async () => expect(await deliveriesOf(world, webhookId)).toHaveLength(3))
  receiver.status = 200
  world.clock.skip(9 * hour)
  await sends(world, () => expect(receiver.told(id)).toEqual(['created', 'created', 'paused', 'killed']))
  expect((await deliveriesOf(world, webhookId)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
})

test('a name that comes to mean a private address gets nothing, and the delivery says why', async () => {
  const world = await startWorld()
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  world.hosts.set('receiver.test', ['127.0.0.1'])
  const webhookId = await register(world, `http://receiver.test:${port}/hook`)
  const first = await world.create()
  await sends(world, () => expect(receiver.told(first)).toEqual(['created']))
  for (const [address, name] of [
    ['10.0.0.7', 'private'],
    ['169.254.169.254', 'metadata of a cloud'],
    ['127.0.0.2', 'loopback'],
  ] as const) {
    world.hosts.set('receiver.test', [address])
    const refused = await world.create()
    await sends(world, async () =>
      expect((await deliveriesOf(world, webhookId))[0], name).toMatchObject({
        ...{ state: 'pending', attempts: 1, event: { sandboxId: refused } },
        error: 'receiver.test has private or reserved addresses only',
      }),
    )
    expect((await deliveriesOf(world, webhookId))[0]).not.toHaveProperty('status')
    expect(receiver.told(refused)).toEqual([])
    world.hosts.set('receiver.test', ['127.0.0.1'])
    await pass(world, 7 * second)
    await sends(world, () => expect(receiver.told(refused)).toEqual(['created']))
  }
})

test('a receiver that redirects to a private address leads nowhere, and the delivery says why', async () => {
  const world = await startWorld()
  const inside = await startReceiver(200, '127.0.0.2')
  world.hosts.set('inside.test', ['127.0.0.2'])
  const { port } = new URL(inside.url)
  const locations = [
    `http://127.0.0.2:${port}/`,
    `http://inside.test:${port}/`,
    'http://169.254.169.254/latest/',
  ]
  let location = ''
  const redirecting = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(307, { location }).end())
  })
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    redirecting.closeAllConnections()
    redirecting.close()
  })
  const webhookId = await register(world, `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`)
  for (const each of locations) {
    location = each
    const sandboxId = await world.create()
    await sends(world, async () =>
      expect((await deliveriesOf(world, webhookId))[0], each).toMatchObject({
        ...{ state: 'pending', attempts: 1, event: { sandboxId } },
        error: expect.stringMatching(/private or reserved/),
      }),
    )
  }
  expect(inside.received).toEqual([])
  expect((await world.call('POST', `/events/webhooks/${webhookId}/test`)).body).toMatchObject({
    delivered: false,
    error: expect.stringMatching(/private or reserved/),
  })
})

test('a receiver that never answers delays neither another one nor a create', async () => {
  const world = await startWorld()
  const [silent, quick] = [await startReceiver(null), await startReceiver()]
  await register(world, silent.url)
  await register(world, quick.url)
  const ids: string[] = []
  for (let count = 0; count < 20; count++) {
    ids.push(await world.create())
    await sends(world, () => expect(quick.told(ids.at(-1) ?? '')).toEqual(['created']))
  }
  // It has as many requests as one receiver gets, and no more.
  expect(silent.received.length).toBeLessThanOrEqual(8)
})

test('a deleted webhook gets nothing more, and a disabled one keeps what was due', async () => {
  const world = await startWorld()
  const receiver = await startReceiver(500)
  const webhookId = await register(world, receiver.url)
  const path = `/events/webhooks/${webhookId}`
  const id = await world.create({ timeout: 3600 })
  await sends(world, () => expect(receiver.received).toHaveLength(1))
  await sends(world, async () =>
    expect(await deliveriesOf(world, webhookId)).toMatchObject([{ attempts: 1 }]),
  )
  await world.call('PATCH', path, { body: { enabled: false } })
  receiver.status = 200
  await pass(world, 10_000)
  expect(receiver.received).toHaveLength(1)
  await world.call('PATCH', path, { body: { enabled: true } })
  await sends(world, () => expect(receiver.told(id)).toEqual(['created', 'created']))
  await world.call('DELETE', path)
  await world.call('DELETE', `/sandboxes/${id}`)
  const other = await startReceiver()
  await register(world, other.url)
  const last = await world.create()
  await sends(world, () => expect(other.told(last)).toEqual(['created']))
  expect(receiver.received).toHaveLength(2)
})

test('what was due when control died is sent when it is back', async () => {
  const world = await startWorld()
  const receiver = await startReceiver()
  await register(world, receiver.url)
  const id = await world.create({ timeout: 3600 })
  await world.restart()
  await sends(world, () => expect(receiver.told(id)).toContain('created'))
})

test('a test of a webhook says at once what became of it', async () => {
  const world = await startWorld()
  const receiver = await startReceiver()
  const id = await register(world, receiver.url)
  const send = async (webhookId: string) =>
    (await world.call('POST', `/events/webhooks/${webhookId}/test`)).body
  expect(await send(id)).toEqual({ delivered: true, status: 200 })
  expect(receiver.received).toMatchObject([{ event: { type: 'webhook.test' } }])
  receiver.status = 404
  expect(await send(id)).toEqual({ delivered: false, status: 404 })
  world.hosts.set('inside.test', ['10.0.0.1'])
  const inside = await register(world, 'http://inside.test/')
  expect(await send(inside)).toEqual({
    delivered: false,
    error: 'inside.test has private or reserved addresses only',
  })
})

/** A DNS server that never answers; `asked` has the number of queries. */
async function startSilentServer() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void socket.close())
  await once(socket, 'listening')
  const server = { address: `127.0.0.1:${socket.address().port}`, asked: 0 }
  socket.on('message', () => {
    server.asked += 1
  })
  return server
}

test('names of one team that never resolve delay no delivery and no test of another team', async () => {
  const silent = await startSilentServer()
  const world = await startWorld({ nameServers: [silent.address] })
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  world.hosts.set('receiver.test', ['127.0.0.1'])
  const theirs = await register(world, `http://receiver.test:${port}/hook`, {}, secondKey)
  const ids: string[] = []
  for (let count = 0; count < 20; count++) ids.push(await register(world, `http://name${count}.silent.test/`))
  const tests = Array.from({ length: 200 }, (_, count) =>
    world.call('POST', `/events/webhooks/${ids[count % ids.length]}/test`),
  )
  for (let count = 0; count < 4; count++) await world.create()
  await sends(world, () => expect(silent.asked).toBeGreaterThan(4))
  const sandboxId = await world.create({}, secondKey)
  await sends(world, () => expect(receiver.told(sandboxId)).toEqual(['created']))
  const tested = await world.call('POST', `/events/webhooks/${theirs}/test`, { key: secondKey })
  expect(tested).toMatchObject({ status: 200, body: { delivered: true } })
  const statuses = (await Promise.all(tests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(170)
})

test('a team has at most so many test deliveries a minute, and is told when the next one passes', async () => {
  const world = await startWorld()
  const receiver = await startReceiver()
  const [own, theirs] = [
    await register(world, receiver.url),
    await register(world, receiver.url, {}, secondKey),
  ]
  const send = (id: string, key?: string) =>
    world.call('POST', `/events/webhooks/${id}/test`, key === undefined ? {} : { key })
  for (let count = 0; count < 30; count++) expect((await send(own)).status).toBe(200)
  const refused = await send(own)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(theirs, secondKey)).status).toBe(200)
  world.clock.skip(60_000)
  expect((await send(own)).status).toBe(200)
})
