import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'
import { sign } from './access.ts'

const token = '0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0'
let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  writeFileSync(`${daemon.home}/hello.txt`, 'hi')
  await init({
    sandboxId: 'one',
    accessToken: token,
    controlToken: 'first',
    hostname: 'one',
    timestampMs: 1000,
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const init = (body: object, controlToken?: string) =>
  fetch(`${daemon.url}/init`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: controlToken === undefined ? {} : { 'x-cay-control-token': controlToken },
  })
const get = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${daemon.url}${path}?${new URLSearchParams(query)}`, { headers })
const messageOf = async (answer: Response) => {
  const { message } = (await answer.json()) as { message: string }
  return [answer.status, message]
}

test('health needs no token and has no body', async () => {
  const answer = await fetch(`${daemon.url}/health`)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
})

test('every other path needs the token', async () => {
  const refused = [
    401,
    'unauthorized access, please provide a valid access token or method signing if supported',
  ]
  expect(await messageOf(await get('/nothing', {}))).toEqual(refused)
  expect(await messageOf(await get('/nothing', {}, { 'x-access-token': 'wrong' }))).toEqual(refused)
  expect((await get('/nothing', {}, { 'x-access-token': token })).status).toBe(404)
  const rpc = (headers: Record<string, string>) =>
    fetch(`${daemon.url}/process.Process/List`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
  expect(await messageOf(await rpc({}))).toEqual(refused)
  expect((await rpc({ 'x-access-token': token })).status).toBe(200)
})

describe('a file call', () => {
  const call = { path: 'hello.txt', operation: 'read', username: 'user', token } as const
  const query = { path: call.path, username: call.username }

  test('is open to the signature the clients make', async () => {
    const signature = 'v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E'
    expect(await (await get('/files', { ...query, signature })).text()).toBe('hi')
  })

  test('without token and signature says what is missing', async () => {
    expect(await messageOf(await get('/files', query))).toEqual([401, 'missing signature query parameter'])
  })

  test('with a wrong token is not rescued by a good signature', async () => {
    const signature = sign({ ...call, expiration: undefined })
    const answer = await get('/files', { ...query, signature }, { 'x-access-token': 'wrong' })
    expect(await messageOf(answer)).toEqual([401, 'access token present in header but does not match'])
  })

  test('checks the signature before its time', async () => {
    const expiration = '1000'
    const old = { ...query, signature_expiration: expiration }
    const signature = sign({ ...call, expiration })
    expect(await messageOf(await get('/files', { ...old, signature: 'v1_x' }))).toEqual([
      401,
      'invalid signature',
    ])
    expect(await messageOf(await get('/files', { ...old, signature }))).toEqual([
      401,
      'signature is already expired',
    ])
    const later = String(Math.floor(Date.now() / 1000) + 60)
    const good = { ...query, signature_expiration: later, signature: sign({ ...call, expiration: later }) }
    expect((await get('/files', good)).status).toBe(200)
  })

  test('to read is no call to write', async () => {
    const signature = sign({ ...call, expiration: undefined })
    const answer = await fetch(`${daemon.url}/files?${new URLSearchParams({ ...query, signature })}`, {
      method: 'POST',
    })
    expect(await messageOf(answer)).toEqual([401, 'invalid signature'])
  })
})

describe('POST /init', () => {
  test('needs the control token once there is one', async () => {
    expect((await init({ timestampMs: 2000 })).status).toBe(401)
    expect((await init({ timestampMs: 2000 }, 'wrong')).status).toBe(401)
    expect(daemon.hostnames).toEqual(['one'])
  })

  test('an older call changes nothing', async () => {
    expect(
      (await init({ controlToken: 'forged', hostname: 'older', timestampMs: 500 }, 'first')).status,
    ).toBe(204)
    expect(daemon.hostnames).toEqual(['one'])
    expect((await init({ timestampMs: 500 }, 'forged')).status).toBe(401)
  })

  test('the same call may come again and changes nothing more', async () => {
    const identity = { sandboxId: 'one', accessToken: token, envVars: { A: '1' }, timestampMs: 1500 }
    const variables = async () => (await get('/envs', {}, { 'x-access-token': token })).json()
    expect((await init(identity, 'first')).status).toBe(204)
    const before = await variables()
    expect((await init(identity, 'first')).status).toBe(204)
    expect(await variables()).toEqual(before)
    expect((await init({ ...identity, accessToken: 'other', timestampMs: 1400 }, 'first')).status).toBe(204)
    expect(await variables()).toEqual(before)
  })

  test('a newer call replaces identity and tokens', async () => {
    const answer = await init({ controlToken: 'second', hostname: 'two', timestampMs: 3000 }, 'first')
    expect([answer.status, answer.headers.get('x-envd-version')]).toEqual([204, '0.6.13'])
    expect(daemon.hostnames).toEqual(['one', 'two'])
    expect((await init({ timestampMs: 4000 }, 'first')).status).toBe(401)
    expect((await get('/nothing', {})).status).toBe(404)
  })

  test('a body that is no identity is refused', async () => {
    expect((await init([], 'second')).status).toBe(400)
    expect((await init({ envVars: { A: 1 } }, 'second')).status).toBe(400)
  })
})
