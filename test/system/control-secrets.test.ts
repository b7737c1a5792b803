import { readFileSync } from 'node:fs'
import { Secret } from 'e2b'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { field, type Reply, secondKey, startWorld, type World } from './control-world.ts'

const made = async (world: World, name: string, value = 's3cret') =>
  world.call('POST', '/secrets', { body: { name, value } })
const versionOf = ({ body }: Reply) => (body as { currentVersion: number }).currentVersion

describe('a secret', () => {
  it('is made, shown, changed and deleted, and its value is never returned', async () => {
    const world = await startWorld()
    const first = await world.call('POST', '/secrets', {
      body: { name: ' OpenAI-Key ', value: 's3cret', metadata: { team: 'a' } },
    })
    expect(first).toMatchObject({
      status: 201,
      body: { name: 'openai-key', currentVersion: 1, metadata: { team: 'a' } },
    })
    const id = field(first.body, 'secretID')
    expect(id).toMatch(/^sec_[0-9a-z]{26}$/)
    const second = await world.call('POST', '/secrets/OPENAI-KEY', { body: { value: 's3cret-2' } })
    expect(second).toMatchObject({ status: 200, body: { currentVersion: 2, metadata: { team: 'a' } } })
    const third = await world.call('POST', `/secrets/${id}`, { body: { value: 's3cret-3', metadata: {} } })
    expect(third).toMatchObject({ status: 200, body: { currentVersion: 3, metadata: {} } })
    const shown = await world.call('GET', `/secrets/${id}`)
    const listed = await world.call('GET', '/secrets')
    expect(listed.body).toEqual([shown.body])
    for (const reply of [first, second, third, shown, listed]) {
      expect(JSON.stringify(reply.body)).not.toContain('s3cret')
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    expect((await world.call('DELETE', `/secrets/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect(await world.call(method, `/secrets/${id}`)).toMatchObject({
        status: 404,
        body: { code: 404, message: 'Secret not found' },
      })
  })

  it('has a name that no other of its team has, and is nobody else’s', async () => {
    const world = await startWorld()
    const { body } = await made(world, 'key')
    expect(await made(world, 'KEY')).toMatchObject({ status: 409, body: { code: 409 } })
    expect(
      (await world.call('POST', '/secrets', { body: { name: 'key', value: 'x' }, key: secondKey })).status,
    ).toBe(201)
    const foreign = `/secrets/${field(body, 'secretID')}`
    for (const method of ['GET', 'DELETE'])
      expect((await world.call(method, foreign, { key: secondKey })).status).toBe(404)
    expect((await world.call('POST', foreign, { body: { value: 'x' }, key: secondKey })).status).toBe(404)
    expect((await world.call('GET', '/secrets', { key: null })).status).toBe(401)
  })

  it.each([
    ['no name', { value: 'x' }],
    ['no value', { name: 'a' }],
    ['an empty value', { name: 'a', value: '' }],
    ['a value that is no text', { name: 'a', value: 7 }],
    ['a name with a dot', { name: 'a.b', value: 'x' }],
    ['the name of an id', { name: 'sec_a', value: 'x' }],
    ['a long name', { name: 'a'.repeat(129), value: 'x' }],
    ['a long value', { name: 'a', value: 'x'.repeat(8193) }],
    ['long metadata', { name: 'a', value: 'x', metadata: { a: 'x'.repeat(1025) } }],
    ['metadata that is no text', { name: 'a', value: 'x', metadata: { a: 1 } }],
    ['no JSON', 'value=x'],
  ])('with %s is refused in one text that repeats nothing', async (_, body) => {
    const world = await startWorld()
    const reply = await world.call('POST', '/secrets', { body })
    expect(reply).toMatchObject({ status: 400, body: { code: 400, message: 'Invalid secrets request' } })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it('is listed by pages, newest first, also where several were made at once', async () => {
    const world = await startWorld()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await made(world, name)
    const names: string[] = []
    let token: string | null = ''
    for (let page = 0; token !== null && page < 9; page++) {
      const query: string = token === '' ? '' : `&nextToken=${token}`
      const reply: Reply = await world.call('GET', `/secrets?limit=2${query}`)
      names.push(...(reply.body as { name: string }[]).map(({ name }) => name))
      token = reply.headers.get('x-next-token')
    }
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect((await world.call('GET', '/secrets?nextToken=garbage')).status).toBe(400)
  })

  it('outlives a restart, and does not lie in the database', async () => {
    const world = await startWorld()
    await made(world, 'key', 'the value itself')
    const sandboxId = await world.create()
    await world.restart()
    expect(await world.vault.resolveValues(sandboxId, { secrets: ['key'], tokens: [] })).toMatchObject({
      secrets: [{ value: 'the value itself' }],
    })
    for (const file of ['cay.db', 'cay.db-wal'])
      expect(readFileSync(`${world.directory}/${file}`, 'latin1')).not.toContain('the value itself')
  })

  it('is what the official client takes it for', async () => {
    const world = await startWorld()
    const opts = { apiKey: `e2b_${'0'.repeat(40)}`, apiUrl: world.url }
    const info = await Secret.create('key', 's3cret', { ...opts, metadata: { a: 'b' } })
    expect(info).toMatchObject({ name: 'key', version: 1, metadata: { a: 'b' } })
    expect(await Secret.update('key', 'next', opts)).toMatchObject({ version: 2 })
    expect(await Secret.getInfo(info.secretId, opts)).toMatchObject({ version: 2 })
    expect(await Secret.list(opts).nextItems()).toHaveLength(1)
    expect([await Secret.exists('key', opts), await Secret.destroy('key', opts)]).toEqual([true, true])
    expect([await Secret.exists('key', opts), await Secret.destroy('key', opts)]).toEqual([false, false])
  })
})

describe('an egress gateway', () => {
  it('is told the present value of a secret of the sandbox’s team, and of no other', async () => {
    const world = await startWorld()
    const sandboxId = await world.create()
    const { body } = await made(world, 'key', 'one')
    await world.call('POST', '/secrets', { body: { name: 'theirs', value: 'x' }, key: secondKey })
    const ask = () =>
      world.vault.resolveValues(sandboxId, {
        secrets: ['key', field(body, 'secretID'), 'theirs'],
        tokens: [],
      })
    expect((await ask()).secrets).toEqual([
      { value: 'one', goodUntilMs: undefined },
      { value: 'one', goodUntilMs: undefined },
      { missing: 'there is no such secret' },
    ])
    expect(versionOf(await world.call('POST', '/secrets/key', { body: { value: 'two' } }))).toBe(2)
    expect((await ask()).secrets[0]).toMatchObject({ value: 'two' })
    await expect(world.vault.resolveValues('nobody', { secrets: ['key'], tokens: [] })).rejects.toThrow()
  })

  it('is given tokens that the published keys prove, for the sandbox and the audience', async () => {
    const world = await startWorld()
    const audience = 'https://Sts.example/ Über'
    const iam = { tokens: { aws: { audience, tokenType: 'JWT-SVID' } } }
    const sandboxId = await world.create({ iam })
    const { tokens } = await world.vault.resolveValues(sandboxId, {
      secrets: [],
      tokens: ['aws', 'gcp', 'toString'],
    })
    expect(tokens.slice(1)).toEqual([1, 2].map(() => ({ missing: 'the sandbox has no such token' })))
    const keys = await world.call('GET', '/.well-known/jwks.json', { key: null })
    expect(keys.status).toBe(200)
    expect(JSON.stringify(keys.body)).not.toContain('"d"')
    const [token] = tokens
    const jwt = token !== undefined && 'value' in token ? token.value : ''
    const { payload, protectedHeader } = await jwtVerify(jwt, createLocalJWKSet(keys.body as { keys: [] }), {
      audience,
      currentDate: new Date(world.clock.nowMs()),
    })
    expect(payload.sub).toMatch(
      new RegExp(`^spiffe://cay\\.test/team/[0-9a-f-]{36}/template/[a-z0-9]+/sandbox/${sandboxId}$`),
    )
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    expect(protectedHeader).toMatchObject({ alg: 'ES256' })
    expect(JSON.stringify((await world.call('GET', `/sandboxes/${sandboxId}`)).body)).not.toContain(audience)
  })

  it('is given tokens of the next key once that has been published for a while', async () => {
    const world = await startWorld()
    const iam = { tokens: { aws: { audience: 'a', tokenType: 'JWT-SVID' } } }
    const keyIds = async () =>
      ((await world.call('GET', '/.well-known/jwks.json')).body as { keys: { kid: string }[] }).keys.map(
        ({ kid }) => kid,
      )
    const signer = async () => {
      const sandboxId = await world.create({ iam })
      const { tokens } = await world.vault.resolveValues(sandboxId, { secrets: [], tokens: ['aws'] })
      const [token] = tokens
      const [head = ''] = token !== undefined && 'value' in token ? token.value.split('.') : []
      return field(JSON.parse(Buffer.from(head, 'base64url').toString()), 'kid')
    }
    const [first] = await keyIds()
    expect(await signer()).toBe(first)
    world.clock.skip(7 * 24 * 3_600_000)
    const both = await keyIds()
    expect(both).toHaveLength(2)
    expect(await signer()).toBe(first)
    world.clock.skip(3_600_000)
    expect(await signer()).toBe(both.find((kid) => kid !== first))
  })
})
