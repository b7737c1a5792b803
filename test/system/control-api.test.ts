import { operations } from '@cay/contract/gen/control/operations.js'
import { testedClients } from '@cay/contract/tested-clients.ts'
import { Sandbox } from 'e2b'
import { describe, expect, test } from 'vitest'
import { field, firstKey, secondKey, startWorld } from './control-world.ts'

const unknownId = `i${'x'.repeat(20)}`

describe('a sandbox through the API', () => {
  test('is created, shown, listed, and gone after its kill', async () => {
    const { call, clock, node } = await startWorld()
    const body = { templateID: 'base', timeout: 60, metadata: { user: 'a' }, envVars: { A: 'b' } }
    const created = await call('POST', '/v2/sandboxes', { body })
    expect(created.status).toBe(201)
    const id = field(created.body, 'sandboxID')
    expect(created.body).toMatchObject({
      templateID: 'basebasebasebasebase',
      alias: 'base',
      envdVersion: '0.6.13',
      domain: null,
    })
    expect(node.requests.get(id)).toMatchObject({
      envVars: { A: 'b' },
      accessToken: field(created.body, 'envdAccessToken'),
    })

    const shown = await call('GET', `/sandboxes/${id}`)
    expect(shown.body).toMatchObject({
      sandboxID: id,
      state: 'running',
      startedAt: new Date(clock.nowMs()).toISOString(),
      endAt: new Date(clock.nowMs() + 60_000).toISOString(),
      metadata: { user: 'a' },
      cpuCount: 2,
      memoryMB: 1024,
      diskSizeMB: 10_240,
      allowInternetAccess: null,
      lifecycle: { onTimeout: 'kill', autoResume: false },
      envdAccessToken: field(created.body, 'envdAccessToken'),
    })
    const listed = await call('GET', '/v2/sandboxes')
    expect(listed.body).toMatchObject([{ sandboxID: id, state: 'running' }])
    expect(listed.headers.get('x-total-running')).toBe('1')

    expect(await call('DELETE', `/sandboxes/${id}`)).toMatchObject({ status: 204, body: undefined })
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/refreshes'],
    ] as const) {
      const gone = await call(method, `/sandboxes/${id}${path}`)
      expect(gone).toMatchObject({ status: 404, body: { code: 404 } })
      expect(field(gone.body, 'message')).toContain("doesn't exist or you don't have access to it")
    }
    expect((await call('GET', '/v2/sandboxes')).body).toEqual([])
    expect((await node.client.listSandboxes()).filter(({ phase }) => phase === 'running')).toEqual([])
  })

  test('has the defaults of its route', async () => {
    const { call, clock } = await startWorld()
    const first = await call('POST', '/sandboxes', { body: { templateID: 'base' } })
    expect(first.body).not.toHaveProperty('envdAccessToken')
    const second = await call('POST', '/v2/sandboxes', { body: { templateID: 'base' } })
    const secured = await call('POST', '/sandboxes', { body: { templateID: 'base', secure: true } })
    expect(field(secured.body, 'envdAccessToken')).toMatch(/^[0-9a-f]{64}$/)
    const endOf = async (body: unknown) =>
      Date.parse(field((await call('GET', `/sandboxes/${field(body, 'sandboxID')}`)).body, 'endAt'))
    expect((await endOf(first.body)) - clock.nowMs()).toBe(15_000)
    expect((await endOf(second.body)) - clock.nowMs()).toBe(300_000)
  })

  test('keeps its token at connect, and is only ever extended by it', async () => {
    const { call, clock } = await startWorld()
    const created = await call('POST', '/v2/sandboxes', { body: { templateID: 'base', timeout: 100 } })
    const id = field(created.body, 'sandboxID')
    const endAt = async () =>
      Date.parse(field((await call('GET', `/sandboxes/${id}`)).body, 'endAt')) - clock.nowMs()
    const shorter = await call('POST', `/sandboxes/${id}/connect`, { body: { timeout: 10 } })
    expect(shorter).toMatchObject({ status: 200, body: created.body })
    expect(await endAt()).toBe(100_000)
    expect((await call('POST', `/v2/sandboxes/${id}/connect`)).status).toBe(200)
    expect(await endAt()).toBe(300_000)
    expect((await call('POST', `/sandboxes/${id}/connect`, { body: { timeout: 0 } })).status).toBe(200)
    expect(await endAt()).toBe(300_000)
  })

  test('expires exactly when a timeout says, also earlier', async () => {
    const { call, clock, create } = await startWorld()
    const id = await create({ timeout: 600 })
    expect((await call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 30 } })).status).toBe(204)
    await clock.advance(29_900)
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(200)
    await clock.advance(200)
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(404)
  })

  test('is gone at its end also while the node has not said so', async () => {
    const { call, clock, create, node } = await startWorld()
    const id = await create({ timeout: 600 })
    node.goAway()
    clock.skip(599_900)
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(200)
    await clock.advance(100)
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(404)
    expect((await call('GET', '/v2/sandboxes')).body).toEqual([])
    expect((await call('DELETE', `/sandboxes/${id}`)).status).toBe(404)
  })

  test('a timeout of 0 expires it at once, and no body changes nothing', async () => {
    const { call, create, settle } = await startWorld()
    const id = await create({ timeout: 600 })
    const before = (await call('GET', `/sandboxes/${id}`)).body
    expect((await call('POST', `/sandboxes/${id}/timeout`)).status).toBe(204)
    expect((await call('GET', `/sandboxes/${id}`)).body).toEqual(before)
    expect((await call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 0 } })).status).toBe(204)
    await settle()
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(404)
  })

  test('is refreshed to at least 15 seconds and never shortened', async () => {
    const { call, clock, create } = await startWorld()
    const id = await create({ timeout: 20 })
    const endAt = async () =>
      Date.parse(field((await call('GET', `/sandboxes/${id}`)).body, 'endAt')) - clock.nowMs()
    await clock.advance(10_000)
    expect((await call('POST', `/sandboxes/${id}/refreshes`)).status).toBe(204)
    expect(await endAt()).toBe(15_000)
    expect((await call('POST', `/sandboxes/${id}/refreshes`, { body: { duration: 3600 } })).status).toBe(204)
    expect(await endAt()).toBe(3_600_000)
    expect((await call('POST', `/sandboxes/${id}/refreshes`, { body: {} })).status).toBe(204)
    expect(await endAt()).toBe(3_600_000)
  })

  test('never lives longer than the longest life', async () => {
    const { call, clock, create } = await startWorld({ maxSandboxHours: 1 })
    const id = await create({ timeout: 3600 })
    clock.skip(1_800_000)
    expect((await call('POST', `/sandboxes/${id}/timeout`, { body: { timeout: 3600 } })).status).toBe(204)
    const endAt = Date.parse(field((await call('GET', `/sandboxes/${id}`)).body, 'endAt'))
    expect(endAt - clock.nowMs()).toBe(1_800_000)
  })

  test('can be named with the client id that old clients append', async () => {
    const { call, create } = await startWorld()
    const id = await create()
    expect((await call('GET', `/sandboxes/${id}-6532622b`)).status).toBe(200)
  })

  test('of another team answers like one that never was', async () => {
    const { call, create } = await startWorld()
    const id = await create()
    const ways = [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['POST', '/timeout', { timeout: 1 }],
      ['POST', '/refreshes', {}],
      ['POST', '/connect', { timeout: 1 }],
    ] as const
    for (const [method, path, body] of ways) {
      const options = { key: secondKey, ...(body === undefined ? {} : { body }) }
      const foreign = await call(method, `/sandboxes/${id}${path}`, options)
      const unknown = await call(method, `/sandboxes/${unknownId}${path}`, options)
      expect(foreign.status).toBe(404)
      expect(JSON.stringify(foreign.body).replace(id, unknownId)).toBe(JSON.stringify(unknown.body))
    }
    expect((await call('GET', '/v2/sandboxes', { key: secondKey })).body).toEqual([])
    expect((await call('GET', `/sandboxes/${id}`)).status).toBe(200)
  })
})

describe('the list', () => {
  test('pages through everything once, newest first, while sandboxes come and go', async () => {
    const { call, clock, create } = await startWorld()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift(await create())
      await clock.advance(10)
    }
    const seen: unknown[] = []
    let nextToken: string | null = ''
    while (nextToken !== null) {
      const query: string = nextToken === '' ? '?limit=2' : `?limit=2&nextToken=${nextToken}`
      const page = await call('GET', `/v2/sandboxes${query}`)
      seen.push(...(page.body as { sandboxID: string }[]).map(({ sandboxID }) => sandboxID))
      expect(page.headers.get('x-total-running')).not.toBeNull()
      nextToken = page.headers.get('x-next-token')
      await create()
    }
    expect(seen).toEqual(ids)
  })

  test('filters by metadata in every encoding that clients use', async () => {
    const { call, create } = await startWorld()
    const id = await create({ metadata: { 'a key': 'ä=&+%' } })
    await create({ metadata: { 'a key': 'other' } })
    const pair = new URLSearchParams({
      [encodeURIComponent('a key')]: encodeURIComponent('ä=&+%'),
    }).toString()
    const found = await call('GET', `/v2/sandboxes?metadata=${encodeURIComponent(pair)}`)
    expect(found.body).toMatchObject([{ sandboxID: id }])
    expect(found.headers.get('x-total-running')).toBe('1')
    const plain = await call('GET', `/v2/sandboxes?metadata=${encodeURIComponent('a key=other')}`)
    expect(plain.body).toHaveLength(1)
  })

  test.each(['a&b=c%d+e f', '&', '=', '%', '+', '100%', 'a+b', 'a b', 'x=y&z=1'])(
    'finds the metadata %j by the filter of the interface and by the official one',
    async (text) => {
      const { call, create, url } = await startWorld()
      const id = await create({ metadata: { [`key ${text}`]: text, plain: 'x' } })
      await create({ metadata: { [`key ${text}`]: 'other', plain: 'x' } })
      const ids = async (path: string) =>
        ((await call('GET', path)).body as { sandboxID: string }[]).map(({ sandboxID }) => sandboxID)
      const [key, value] = [encodeURIComponent(`key ${text}`), encodeURIComponent(text)]
      const asForm = new URLSearchParams({ [`key ${text}`]: text })
      for (const path of ['/v2/sandboxes', '/sandboxes']) {
        expect(await ids(`${path}?metadata=${encodeURIComponent(`${key}=${value}&plain=x`)}`)).toEqual([id])
        expect(await ids(`${path}?${new URLSearchParams({ metadata: String(asForm) })}`)).toEqual([id])
        // By hand: the parameter as a whole is not encoded.
        expect(await ids(`${path}?limit=9&metadata=${key}=${value}`)).toEqual([id])
      }
      const query = { metadata: { [`key ${text}`]: text } }
      const options = { apiKey: firstKey, apiUrl: url }
      const listed = await Sandbox.list({ ...options, query }).nextItems()
      expect(listed.map(({ sandboxId }) => sandboxId)).toEqual([id])
    },
  )

  test('counts running ones only where they were asked for', async () => {
    const { call, create } = await startWorld()
    await create()
    const paused = await call('GET', '/v2/sandboxes?state=paused')
    expect(paused).toMatchObject({ status: 200, body: [] })
    expect(paused.headers.get('x-total-running')).toBeNull()
    const both = await call('GET', '/v2/sandboxes?state=running,paused')
    expect(both.headers.get('x-total-running')).toBe('1')
  })

  test('tells browsers which headers they may read', async () => {
    const { call } = await startWorld()
    const listed = await call('GET', '/v2/sandboxes', { headers: { origin: 'http://example.test' } })
    expect(listed.headers.get('access-control-allow-origin')).toBe('*')
    expect(listed.headers.get('access-control-expose-headers')).toContain('X-Next-Token')
    const asked = await call('OPTIONS', '/v2/sandboxes', {
      key: null,
      headers: {
        origin: 'http://example.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, browser',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toContain('browser')
  })
})

describe('bad input', () => {
  test.each([
    ['no key', null, 'authorization header is missing'],
    ['a key of another shape', 'sk_123', 'authorization header is malformed'],
    ['a key nobody has', `e2b_${'1'.repeat(40)}`, 'Invalid API key'],
  ])('%s is 401 with its own text', async (_, key, message) => {
    const { call } = await startWorld()
    for (const path of ['/v2/sandboxes', `/sandboxes/${unknownId}`]) {
      const refused = await call('GET', path, { key })
      expect(refused).toMatchObject({
        status: 401,
        body: { code: 401, message: expect.stringContaining(message) },
      })
    }
  })

  const wrongBodies: [string, unknown, string][] = [
    ['no template', {}, 'body.templateID: is required'],
    ['a template of a wrong type', { templateID: 7 }, 'body.templateID: must be a string'],
    ['an empty template', { templateID: '' }, 'body.templateID: must have at least 1 characters'],
    [
      'an auto-resume that does not say whether',
      { templateID: 'base', autoResume: {} },
      'body.autoResume.enabled: is required',
    ],
    ['a negative timeout', { templateID: 'base', timeout: -1 }, 'body.timeout: must be >= 0'],
    ['a timeout in text', { templateID: 'base', timeout: '5' }, 'body.timeout: must be an integer'],
    ['half a second', { templateID: 'base', timeout: 1.5 }, 'body.timeout: must be an integer'],
    ['a timeout over 32 bits', { templateID: 'base', timeout: 2 ** 31 }, 'body.timeout: must fit 32 bits'],
    [
      'metadata that is no text',
      { templateID: 'base', metadata: { a: 1 } },
      'body.metadata.a: must be a string',
    ],
    ['variables that are no map', { templateID: 'base', envVars: [] }, 'body.envVars: must be an object'],
    ['null', { templateID: 'base', metadata: null }, 'body.metadata: must be an object'],
    [
      'a deep fault',
      { templateID: 'base', network: { allowOut: ['a', 1] } },
      'body.network.allowOut[1]: must be a string',
    ],
    ['a list', [], 'body: must be an object'],
    ['nothing but null', 'null', 'body: must be an object'],
    ['no JSON', '{"templateID":', 'body: is not JSON'],
    ['text', 'hello', 'body: is not JSON'],
    ['a poisoned prototype', '{"templateID":"base","__proto__":{"x":1}}', 'body: is not JSON'],
    ['no body', undefined, 'body: is required'],
  ]
  test.each(wrongBodies)('%s is 400 and the field named', async (_, body, message) => {
    const { call, node } = await startWorld()
    for (const path of ['/sandboxes', '/v2/sandboxes']) {
      const refused = await call('POST', path, { body })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 400, message: `validation error: ${message}` },
      })
    }
    expect(node.requests.size).toBe(0)
    expect((await call('GET', '/v2/sandboxes')).body).toEqual([])
  })

  test.each([
    ['limit=0', 'query.limit: must be >= 1'],
    ['limit=101', 'query.limit: must be <= 100'],
    ['limit=x', 'query.limit: must be an integer'],
    ['limit=1&limit=2', 'query.limit: must be an integer'],
    ['state=running,asleep', 'query.state[1]: must be one of running, paused'],
    ['metadata=a', 'query.metadata: must be key=value pairs joined by &'],
  ])('the query %s is 400 and named', async (query, message) => {
    const { call } = await startWorld()
    const refused = await call('GET', `/v2/sandboxes?${query}`)
    expect(refused).toMatchObject({ status: 400, body: { message: `validation error: ${message}` } })
  })

  test('a token that is none is 400', async () => {
    const { call } = await startWorld()
    const refused = await call('GET', '/v2/sandboxes?nextToken=abc')
    expect(refused).toMatchObject({ status: 400, body: { message: 'Invalid next token' } })
  })

  test.each([
    ['timeout', { timeout: -1 }, 'body.timeout: must be >= 0'],
    ['timeout', {}, 'body.timeout: is required'],
    ['refreshes', { duration: 3601 }, 'body.duration: must be <= 3600'],
    ['refreshes', { duration: -1 }, 'body.duration: must be >= 0'],
    ['connect', {}, 'body.timeout: is required'],
    ['connect', undefined, 'body: is required'],
  ])('%s with %j is 400', async (verb, body, message) => {
    const { call, create } = await startWorld()
    const refused = await call('POST', `/sandboxes/${await create()}/${verb}`, { body })
    expect(refused).toMatchObject({ status: 400, body: { message: `validation error: ${message}` } })
  })

  test('a timeout over the longest life is 400, also for an unknown id', async () => {
    const { call, create } = await startWorld({ maxSandboxHours: 1 })
    const over = { body: { timeout: 3601 } }
    const expected = { status: 400, body: { message: 'timeout cannot exceed 1 hours (3600 seconds)' } }
    expect(
      await call('POST', '/v2/sandboxes', { body: { templateID: 'base', timeout: 3601 } }),
    ).toMatchObject(expected)
    expect(await call('POST', `/sandboxes/${await create()}/timeout`, over)).toMatchObject(expected)
    expect(await call('POST', `/sandboxes/${unknownId}/connect`, over)).toMatchObject(expected)
  })

  test.each(['nope', 'other/base', 'base:v9'])(
    'the unknown template %s is 404 and named',
    async (templateID) => {
      const { call, node } = await startWorld()
      const refused = await call('POST', '/v2/sandboxes', { body: { templateID } })
      expect(refused).toMatchObject({ status: 404, body: { code: 404 } })
      expect(field(refused.body, 'message')).toContain(
        templateID.includes(':') ? "tag 'v9' of template 'base'" : `template '${templateID}' not found`,
      )
      expect(node.requests.size).toBe(0)
    },
  )

  test('a volume that is not there is refused by name, and unknown fields are ignored', async () => {
    const { call, create } = await startWorld()
    const refused = await call('POST', '/v2/sandboxes', {
      body: { templateID: 'base', volumeMounts: [{ name: 'a', path: '/a' }] },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: "invalid volume mounts:\n- volume mount #0: volume 'a' not found" },
    })
    await create({
      somethingNew: { deep: true },
      autoPause: false,
      network: { allowPublicTraffic: true },
      iam: {},
    })
  })

  test.each(['ABC', 'a-b-c', '%20', 'a%2Fb', 'x'.repeat(200)])('the sandbox id %s is 400', async (id) => {
    const { call } = await startWorld()
    expect(await call('GET', `/sandboxes/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'Invalid sandbox ID' },
    })
  })

  test('a body over 16 MiB is 413', async () => {
    const { call } = await startWorld()
    const body = { templateID: 'base', metadata: { big: 'x'.repeat(16 * 1024 * 1024) } }
    expect(await call('POST', '/v2/sandboxes', { body })).toMatchObject({ status: 413, body: { code: 413 } })
  })

  test('a client that is newer than those that were tested is told the route, its version and the one that was tested', async () => {
    const { call } = await startWorld()
    const headers = { lang: 'python', package_version: '99.1.0' }
    const { status, body } = await call('POST', '/v9/sandboxes', { headers })
    expect([status, field(body, 'message')]).toEqual([
      404,
      `no route POST /v9/sandboxes: the client is version 99.1.0, and this server was tested with ${testedClients.python}: use that, or a newer server`,
    ])
  })

  test.each(['0.1.0', '99.1.0', 'next'])(
    'a client of the untested version %s gets through',
    async (version) => {
      const { call } = await startWorld()
      const headers = { lang: 'python', package_version: version }
      const body = { templateID: 'base', fieldOfLater: true }
      expect((await call('POST', '/v2/sandboxes', { headers, body })).status).toBe(201)
    },
  )

  test('an unknown route is 404, and a known one with another method is 405 with the methods it has', async () => {
    const { call } = await startWorld()
    expect(await call('GET', '/nope')).toMatchObject({
      status: 404,
      body: { code: 404, message: 'no route GET /nope' },
    })
    for (const old of ['/instances', '/envs/x/builds'])
      expect(field((await call('POST', old)).body, 'message')).toBe(
        `no route POST ${old}: it is of an old API, update your SDK`,
      )
    expect(field((await call('GET', '/envsx')).body, 'message')).toBe('no route GET /envsx')
    expect(await call('GET', '/sandboxes/%zz')).toMatchObject({ status: 400, body: { code: 400 } })
    const wrong = await call('PATCH', '/v2/sandboxes')
    expect(wrong).toMatchObject({ status: 405, body: { code: 405 } })
    expect(wrong.headers.get('allow')).toBe('GET, POST')
  })

  test('every operation of the spec has a route', async () => {
    const { call } = await startWorld()
    for (const { method, url, isPublic } of Object.values(operations)) {
      const reply = await call(method, url.replace(/:\w+/, unknownId), { key: null })
      // A sign-in of the command line or of a page says what it lacks.
      const isSignIn = url.startsWith('/docs/api/cli') || url === '/auth/token'
      const answered = isSignIn ? 400 : 200
      expect([url, reply.status]).toEqual([url, isPublic ? answered : 401])
    }
  })
})
