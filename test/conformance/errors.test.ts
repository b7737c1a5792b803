import { AuthenticationError, InvalidArgumentError, Sandbox } from 'e2b'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createTeam, type OwnTeam } from '../support/own-team.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { apiUrl, apiKey, proxyUrl } = inject('installation')
/** Its team has no other sandboxes, which other files create and kill meanwhile. */
let own: OwnTeam

beforeAll(async () => {
  own = await createTeam()
})

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: JSON.parse(text) as { code: number; message: string } }
}

async function runningCount(key: string): Promise<number> {
  const response = await fetch(`${apiUrl}/v2/sandboxes?state=running`, { headers: { 'X-API-Key': key } })
  return Number(response.headers.get('x-total-running'))
}

describe('who may ask', () => {
  const unknownKey = `e2b_${'0'.repeat(40)}`

  test('a key that nobody has throws AuthenticationError', async () => {
    for (const wrong of [unknownKey, 'no-key-at-all']) {
      await expect(Sandbox.create({ apiKey: wrong })).rejects.toThrow(AuthenticationError)
      await expect(Sandbox.list({ apiKey: wrong }).nextItems()).rejects.toThrow(AuthenticationError)
      await expect(Sandbox.kill('i00000000000000000000', { apiKey: wrong })).rejects.toThrow(
        AuthenticationError,
      )
    }
  })

  test('no key, a malformed key and an unknown key are three different texts', async () => {
    const without = await fetch(`${apiUrl}/v2/sandboxes`)
    expect(without.status).toBe(401)
    const missing = (await without.json()) as { code: number; message: string }
    const malformed = await ask('GET', '/v2/sandboxes', undefined, { 'X-API-Key': 'sk_something' })
    const unknown = await ask('GET', '/v2/sandboxes', undefined, { 'X-API-Key': unknownKey })
    expect([missing.code, malformed.status, malformed.body.code, unknown.status, unknown.body.code]).toEqual([
      401, 401, 401, 401, 401,
    ])
    expect(missing.message).toMatch(/missing/)
    expect(malformed.body.message).toMatch(/malformed/)
    expect(unknown.body.message).not.toMatch(/missing|malformed/)
    expect(malformed.body.message + unknown.body.message).not.toContain(unknownKey)
  })

  test('the client without a key asks nobody', async () => {
    const key = process.env.E2B_API_KEY
    delete process.env.E2B_API_KEY
    try {
      await expect(Sandbox.create()).rejects.toThrow('API key is required')
    } finally {
      process.env.E2B_API_KEY = key
    }
  })
})

describe('what is asked', () => {
  test.each([
    ['templateID', {}],
    ['templateID', { templateID: 7 }],
    ['timeout', { templateID: 'base', timeout: -1 }],
    ['timeout', { templateID: 'base', timeout: 1.5 }],
    ['timeout', { templateID: 'base', timeout: '60' }],
    ['metadata', { templateID: 'base', metadata: { n: 1 } }],
    ['envVars', { templateID: 'base', envVars: ['A=1'] }],
  ])('a wrong %s in a create is named, and makes nothing: %j', async (field, body) => {
    const key = own.endpoints.apiKey
    const answer = await ask('POST', '/v2/sandboxes', body, { 'X-API-Key': key })
    expect(answer).toMatchObject({
      status: 400,
      type: 'application/json; charset=utf-8',
      body: { code: 400 },
    })
    expect(answer.body.message).toMatch(/^validation error/)
    expect(answer.body.message).toContain(field)
    expect(await runningCount(key)).toBe(0)
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=many', 'limit'],
    ['state=asleep', 'state'],
    ['order=sideways', 'order'],
    ['startedAfter=yesterday', 'startedAfter'],
  ])('a list with %s is refused by name', async (query, field) => {
    const answer = await ask('GET', `/v2/sandboxes?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } })
    expect(answer.body.message).toMatch(/^validation error/)
    expect(answer.body.message).toContain(field)
  })

  test('a token that no page gave is refused', async () => {
    expect(await ask('GET', '/v2/sandboxes?nextToken=nonsense')).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringMatching(/next token/i) },
    })
  })

  test('a body that is no JSON is refused', async () => {
    for (const body of ['{"templateID": "base"', 'templateID=base', '[]', 'null', '']) {
      expect(await ask('POST', '/v2/sandboxes', body)).toMatchObject({ status: 400, body: { code: 400 } })
    }
  })

  test('fields that nobody knows are ignored', async () => {
    const sandbox = await create({ unknownOption: true } as object)
    const answer = await fetch(`${apiUrl}/sandboxes/${sandbox.sandboxId}/timeout`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ timeout: 60, hurry: true }),
    })
    expect(answer.status).toBe(204)
  })

  test('a timeout of 0 cannot be created, one of a year neither', async () => {
    await expect(Sandbox.create({ timeoutMs: 0 })).rejects.toThrow(/^400: /)
    await expect(Sandbox.create({ timeoutMs: 365 * 24 * 3600 * 1000 })).rejects.toThrow(/^400: /)
  })

  test('a route that does not exist is a JSON error as well', async () => {
    expect(await ask('GET', '/no/such/route')).toMatchObject({ status: 404, body: { code: 404 } })
  })

  test('an unknown template and an unknown sandbox are 404 with their names', async () => {
    const template = await ask('POST', '/sandboxes', { templateID: 'nothing-here' })
    expect(template).toMatchObject({
      status: 404,
      body: { code: 404, message: "template 'nothing-here' not found" },
    })
    const id = 'i00000000000000000000'
    for (const [method, path] of [
      ['GET', `/sandboxes/${id}`],
      ['DELETE', `/sandboxes/${id}`],
    ] as const) {
      const answer = await ask(method, path)
      expect(answer).toMatchObject({ status: 404, body: { code: 404 } })
      expect(answer.body.message).toContain(id)
      expect(answer.body.message).toContain("doesn't exist or you don't have access to it")
    }
  })
})

describe('a sandbox of its own token', () => {
  test('answers 401 to whoever does not have the token', async () => {
    const sandbox = await create()
    const postWithoutToken = (path: string) =>
      fetch(`${proxyUrl}${path}`, {
        method: 'POST',
        headers: {
          'E2b-Sandbox-Id': sandbox.sandboxId,
          'E2b-Sandbox-Port': '49983',
          'Content-Type': 'application/json',
        },
        body: '{}',
      })
    const answer = await postWithoutToken('/process.Process/List')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      code: 401,
      message: 'unauthorized access, please provide a valid access token or method signing if supported',
    })
    const file = await postWithoutToken('/files?path=/etc/passwd')
    expect(file.status).toBe(401)
    expect(await file.json()).toMatchObject({ message: 'missing signature query parameter' })
  })

  test('is asked with options that the client checks itself', async () => {
    const sandbox = await create()
    await expect(sandbox.files.list('/', { depth: 0 })).rejects.toThrow(InvalidArgumentError)
    await expect(sandbox.files.write('x', 'x', { metadata: { 'bad key': '1' } })).rejects.toThrow(
      InvalidArgumentError,
    )
  })
})
