import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { eventually, field, pass, secondKey, startWorld, type World } from './control-world.ts'

const body = { templateID: 'base' }
const seconds = (count: number) => count * 1000

async function runningOnNode({ node }: World): Promise<string[]> {
  return (await node.client.listSandboxes())
    .filter(({ phase }) => phase === 'running')
    .map(({ sandboxId }) => sandboxId)
}

async function becomesGone({ call }: World, id: string): Promise<void> {
  await eventually(async () => expect((await call('GET', `/sandboxes/${id}`)).status).toBe(404))
}

test('no room is 503 with the reason, and nothing is left', async () => {
  const world = await startWorld()
  world.node.room = 1
  await world.create()
  const refused = await world.call('POST', '/v2/sandboxes', { body })
  expect(refused).toMatchObject({ status: 503, body: { code: 503 } })
  expect(field(refused.body, 'message')).toContain('no room on the node')
  expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(1)
  expect(await runningOnNode(world)).toHaveLength(1)
})

test('a node that does not answer is 503, and what is known is still shown', async () => {
  const world = await startWorld()
  const id = await world.create()
  world.node.goAway()
  const refused = await world.call('POST', '/v2/sandboxes', { body })
  expect(refused).toMatchObject({ status: 503, body: { message: 'the node is unreachable' } })
  expect((await world.call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 5 } })).status).toBe(503)
  expect((await world.call('GET', `/sandboxes/${id}`)).status).toBe(200)
  expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(1)
  world.node.comeBack()
  expect((await world.call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 5 } })).status).toBe(204)
})

test('a kill that the node did not hear is finished when it is back', async () => {
  const world = await startWorld()
  const id = await world.create()
  world.node.goAway()
  expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(503)
  world.node.comeBack()
  await pass(world, seconds(12))
  await eventually(async () => expect(await runningOnNode(world)).toEqual([]))
  await becomesGone(world, id)
})

test('a kill that failed can be asked for again', async () => {
  const world = await startWorld()
  const id = await world.create()
  world.node.goAway()
  expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(503)
  world.node.comeBack()
  expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(404)
})

test('of concurrent kills one gets 204', async () => {
  const world = await startWorld()
  const id = await world.create()
  const replies = await Promise.all(Array.from({ length: 5 }, () => world.call('DELETE', `/sandboxes/${id}`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
})

test('a sandbox that crashes is gone, and the node may forget it', async () => {
  const world = await startWorld()
  const id = await world.create()
  world.node.crash(id)
  await becomesGone(world, id)
  await eventually(async () => expect(await world.node.client.listSandboxes()).toEqual([]))
})

test('a sandbox that the node has lost is ended by the next reconciliation', async () => {
  const world = await startWorld()
  const id = await world.create()
  await world.node.lose(id)
  expect((await world.call('GET', `/sandboxes/${id}`)).status).toBe(200)
  await pass(world, seconds(12))
  await becomesGone(world, id)
})

test('an untracked sandbox is killed after the grace period, and tracked ones keep running', async () => {
  const world = await startWorld()
  const id = await world.create({ timeout: 3600 })
  const { templateId, buildId } = world.node.templates[0] ?? { templateId: '', buildId: '' }
  const untracked = {
    sandboxId: 'iuntracked',
    templateId,
    buildId,
    timeoutSeconds: 3600,
    envVars: {},
    keepsEnvVars: false,
    accessToken: '',
    egress: { allowOut: [], denyOut: [] },
    ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
    lifecycle: { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 300 },
  } as const
  await world.node.client.createSandbox(untracked)
  await pass(world, seconds(25))
  expect(await runningOnNode(world)).toEqual([id, 'iuntracked'])
  await pass(world, seconds(20))
  await eventually(async () => expect(await runningOnNode(world)).toEqual([id]))
})

test('a create whose caller goes away ends in a sandbox that is listed and expires', async () => {
  const world = await startWorld()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  world.node.beforeCreate = async () => {
    arrived.resolve()
    await goOn.promise
  }
  const caller = new AbortController()
  const request = fetch(`${world.url}/v2/sandboxes`, {
    method: 'POST',
    headers: { 'x-api-key': `e2b_${'0'.repeat(40)}` },
    body: JSON.stringify({ templateID: 'base', timeout: 60 }),
    signal: caller.signal,
  })
  await arrived.promise
  caller.abort()
  await expect(request).rejects.toThrow()
  expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
  goOn.resolve()
  await eventually(async () => expect((await world.call('GET', '/v2/sandboxes')).body).toHaveLength(1))
  await pass(world, seconds(61))
  await eventually(async () => expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([]))
})

test('a create that fails on the node leaves nothing, and its cause is not told', async () => {
  const world = await startWorld()
  world.node.beforeCreate = async () => {
    throw new Error('a secret detail')
  }
  const refused = await world.call('POST', '/v2/sandboxes', { body })
  expect(refused).toMatchObject({
    status: 500,
    body: { code: 500, message: expect.stringMatching(/^internal error \(request [\w-]+\)$/) },
  })
  world.node.beforeCreate = async () => undefined
  expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
})

test('what was answered is there after a restart: sandboxes, tokens, keys', async () => {
  const world = await startWorld()
  const created = await world.call('POST', '/v2/sandboxes', {
    body: { ...body, timeout: 100, metadata: { a: '1' } },
  })
  const id = field(created.body, 'sandboxID')
  const before = await world.call('GET', `/sandboxes/${id}`)
  await world.restart()
  const after = await world.call('GET', `/sandboxes/${id}`)
  expect(after.body).toEqual(before.body)
  expect((await world.call('POST', `/v2/sandboxes/${id}/connect`)).body).toEqual(created.body)
  expect((await world.call('GET', '/v2/sandboxes?metadata=a%3D1')).body).toHaveLength(1)
  expect((await world.call('GET', '/v2/sandboxes', { key: secondKey })).status).toBe(200)
  await pass(world, seconds(301))
  await becomesGone(world, id)
})

test('a template that comes to the node is usable at once', async () => {
  const world = await startWorld()
  const [base] = world.node.templates
  if (base === undefined) throw new Error('the node has no template')
  world.node.addTemplate({
    ...base,
    templateId: 'fresh',
    buildId: '00000000-0000-4000-8000-000000000002',
    alias: 'fresh',
  })
  const created = await world.call('POST', '/v2/sandboxes', { body: { templateID: 'fresh' } })
  expect(created).toMatchObject({ status: 201, body: { templateID: 'fresh', alias: 'fresh' } })
  expect(
    (await world.call('POST', '/v2/sandboxes', { body: { templateID: ' FRESH:default ' } })).status,
  ).toBe(201)
})

test('health needs no key', async () => {
  const world = await startWorld()
  expect(await world.call('GET', '/health', { key: null })).toMatchObject({
    status: 200,
    body: 'Health check successful',
  })
})

test('a client that connects and asks nothing does not hold up a stop', async () => {
  const world = await startWorld()
  const silent = connect(Number(new URL(world.url).port), '127.0.0.1')
  await once(silent, 'connect')
  // An answer on another connection: by then the silent one was accepted.
  await world.call('GET', '/health', { key: null })
  await world.restart()
  expect((await world.call('GET', '/health', { key: null })).status).toBe(200)
})
