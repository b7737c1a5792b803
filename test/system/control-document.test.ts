/** The description that control serves of itself, and the routes that are there for old clients and for those who log in. */
import { document } from '@cay/contract/gen/control/document.js'
import { type OperationId, operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { adminToken, field, firstKey, secondKey, startWorld } from './control-world.ts'

test('the document is served as it was written, to everybody', async () => {
  const world = await startWorld()
  const reply = await world.call('GET', '/openapi.json', { key: null })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual(document)
  expect((await world.call('POST', '/openapi.json')).status).toBe(405)
})

test('the page loads what this service has, and may ask nobody else', async () => {
  const world = await startWorld()
  const reply = await world.call('GET', '/docs', { key: null })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/html')
  const page = String(reply.body)
  expect(page).not.toMatch(/<(link|img|style|iframe)|<script>|\son\w+=|https?:/)
  const policy = String(reply.headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'; script-src 'self'; ")
  expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'|script-src[^;]*'unsafe-inline'/)
  const scripts = [...page.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, path]) => `/${path}`)
  expect(scripts).toHaveLength(2)
  for (const path of scripts) {
    const script = await world.call('GET', path, { key: null })
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
  }
  const start = String((await world.call('GET', scripts[1] ?? '', { key: null })).body)
  expect(start).toContain('"url":"openapi.json"')
  expect(start).not.toMatch(/https?:/)
})

test('the script of the page is the same packed or not, and is sent once', async () => {
  const world = await startWorld()
  const read = (headers: Record<string, string>) => fetch(`${world.url}/docs/reference.js`, { headers })
  const packed = await read({ 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const script = await packed.text()
  expect(script).toContain('createApiReference')
  const plain = await read({ 'accept-encoding': 'gzip;q=0, identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect((await plain.text()) === script).toBe(true)
  const again = await read({ 'if-none-match': String(packed.headers.get('etag')) })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('every operation is in a section of the document, and every body has an example that is taken', () => {
  const names = (document.tags as { name: string }[]).map(({ name }) => name)
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  const described = Object.values(document.paths as object).flatMap((item: Record<string, Described>) =>
    methods.flatMap((method) => item[method] ?? []),
  )
  expect(described).toHaveLength(Object.keys(operations).length)
  for (const { operationId, tags, requestBody } of described) {
    expect([operationId, names]).toEqual([operationId, expect.arrayContaining([...tags])])
    expect(tags).toHaveLength(1)
    const { body } = operations[operationId]
    if (body === null) continue
    const example = requestBody?.content['application/json'].example
    expect([operationId, typeof example]).toEqual([operationId, 'object'])
    expect([operationId, body(structuredClone(example))]).toEqual([operationId, true])
  }
})

interface Described {
  readonly operationId: OperationId
  readonly tags: readonly string[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } }
}

test('the first list has the running sandboxes only, newest first and all at once', async () => {
  const world = await startWorld()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push(await world.create({ metadata: { count: String(count) } }))
    await world.clock.advance(10)
  }
  await world.create({}, secondKey)
  await world.call('POST', `/sandboxes/${ids[0]}/pause`)
  const list = async (query = '') => {
    const { status, body } = await world.call('GET', `/sandboxes${query}`)
    expect(status).toBe(200)
    return (body as unknown[]).map((item) => field(item, 'sandboxID'))
  }
  expect(await list()).toEqual([ids[2], ids[1]])
  expect(await list(`?metadata=${encodeURIComponent('count=1')}`)).toEqual([ids[1]])
  expect((await world.call('GET', '/sandboxes?metadata=%25zz')).status).toBe(400)
})

test('the team of a key is told with that key', async () => {
  const world = await startWorld()
  const { body } = await world.call('GET', '/teams', { key: secondKey })
  expect(body).toEqual([{ teamID: 'second', name: 'Second', apiKey: secondKey, isDefault: true }])
})

test("a team's builds are ended, waiting and at work, and those of others go on", async () => {
  const world = await startWorld()
  const order = async (name: string, key: string) => {
    const { body } = await world.call('POST', '/v3/templates', { body: { name }, key })
    return { path: `/templates/${field(body, 'templateID')}/builds/${field(body, 'buildID')}`, key }
  }
  const stateOf = async ({ path, key }: { path: string; key: string }) =>
    field((await world.call('GET', `${path}/status`, { key })).body, 'status')
  const [waiting, building] = [await order('one', firstKey), await order('two', firstKey)]
  const foreign = await order('three', secondKey)
  await world.call('POST', `/v2${building.path}`, { body: { fromImage: 'debian' } })
  const [first] = (await world.call('GET', '/teams')).body as unknown[]
  const path = `/admin/teams/${field(first, 'teamID')}/builds/cancel`
  const asAdmin = { key: null, headers: { 'x-admin-token': adminToken } }
  expect(await world.call('POST', path, asAdmin)).toMatchObject({
    status: 200,
    body: { cancelledCount: 2, failedCount: 0 },
  })
  expect([await stateOf(waiting), await stateOf(building), await stateOf(foreign)]).toEqual([
    'error',
    'error',
    'waiting',
  ])
  expect((await world.call('POST', path, asAdmin)).body).toEqual({ cancelledCount: 0, failedCount: 0 })
  expect((await world.call('POST', '/admin/teams/nope/builds/cancel', asAdmin)).status).toBe(404)
})
