import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'
import { sign } from './access.ts'

const token = 'the token of the sandbox'
const unauthorised = 'unauthorized access, please provide a valid access token or method signing if supported'
let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  writeFileSync(`${daemon.home}/a`, 'hi')
  await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify({ accessToken: token }) })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${daemon.url}${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })

const json = { 'content-type': 'application/json' }
const signed = (path: string, operation: 'read' | 'write', username: string, expiration?: string) =>
  new URLSearchParams({
    path,
    ...(username === '' ? {} : { username }),
    ...(expiration === undefined ? {} : { signature_expiration: expiration }),
    signature: sign({ path, operation, username, token, expiration }),
  })

describe('without the token', () => {
  test.each([
    ['GET', '/metrics'],
    ['GET', '/envs'],
    ['POST', '/files/compose'],
    ['POST', '/filesystem.Filesystem/Stat'],
    ['POST', '/filesystem.Filesystem/WatchDir'],
    ['POST', '/process.Process/Start'],
    ['GET', '/'],
    ['POST', '/health'],
    ['DELETE', '/files'],
    ['HEAD', '/files'],
    ['GET', '/init'],
    ['GET', '/files/'],
    ['GET', '/Files'],
  ])('%s %s is refused', async (method, path) => {
    const answer = await call(method, path, json)
    expect(answer.status).toBe(401)
    if (method !== 'HEAD') expect(await answer.json()).toEqual({ code: 401, message: unauthorised })
  })

  test('no signature opens what is not a file call', async () => {
    for (const operation of ['read', 'write'] as const) {
      const query = signed('a', operation, 'user')
      expect((await call('GET', `/metrics?${query}`)).status).toBe(401)
      expect((await call('GET', `/envs?${query}`)).status).toBe(401)
      expect((await call('POST', `/files/compose?${query}`, json)).status).toBe(401)
    }
  })
})

describe('with the token', () => {
  const bearer = { ...json, 'x-access-token': token }

  test.each([
    ['GET', '/metrics', 200],
    ['GET', '/envs', 200],
    ['POST', '/files/compose', 400],
    ['POST', '/filesystem.Filesystem/Stat', 200],
    ['GET', '/files?path=a', 200],
  ])('%s %s is open', async (method, path, status) => {
    expect((await call(method, path, bearer)).status).toBe(status)
  })

  test('one that is longer, shorter or empty is another', async () => {
    for (const other of [`${token}x`, token.slice(1), '']) {
      expect((await call('GET', '/metrics', { 'x-access-token': other })).status).toBe(401)
    }
  })
})

describe('a signature', () => {
  test('covers the user as it is named, or that none is', async () => {
    expect((await call('GET', `/files?${signed('a', 'read', '')}`)).status).toBe(200)
    expect((await call('GET', `/files?${signed('a', 'read', 'user')}`)).status).toBe(200)
    const moved = signed('a', 'read', '')
    moved.set('username', 'user')
    expect((await call('GET', `/files?${moved}`)).status).toBe(401)
  })

  test('covers the path before anything is made of it', async () => {
    for (const path of ['a', './a', `${'/'.repeat(2)}${daemon.home}/a`, '~/a']) {
      expect((await call('GET', `/files?${signed(path, 'read', 'user')}`)).status).toBe(200)
    }
    const other = signed('./a', 'read', 'user')
    other.set('path', 'a')
    expect((await call('GET', `/files?${other}`)).status).toBe(401)
  })

  test('covers its end, which is one of whole seconds', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await call('GET', `/files?${signed('a', 'read', 'user', String(now + 60))}`)).status).toBe(200)
    expect((await call('GET', `/files?${signed('a', 'read', 'user', String(now - 1))}`)).status).toBe(401)
    const later = signed('a', 'read', 'user', String(now + 60))
    later.set('signature_expiration', String(now + 3600))
    expect((await call('GET', `/files?${later}`)).status).toBe(401)
    later.delete('signature_expiration')
    expect((await call('GET', `/files?${later}`)).status).toBe(401)
  })

  test('to write opens an upload', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    expect((await call('POST', `/files?${signed('b', 'write', 'user')}`, headers)).status).toBe(200)
    expect((await call('POST', `/files?${signed('b', 'read', 'user')}`, headers)).status).toBe(401)
  })
})

test('the checks come before the user is looked up, and the user before the path', async () => {
  const answer = await call('GET', '/files?path=~bob&username=nobody-at-all')
  expect(await answer.json()).toEqual({ code: 401, message: 'missing signature query parameter' })
  const known = await call('GET', '/files?path=~bob&username=nobody-at-all', { 'x-access-token': token })
  expect(await known.json()).toMatchObject({
    code: 401,
    message: expect.stringContaining('error looking up user'),
  })
  const empty = await call('GET', '/files?path=a&username=', { 'x-access-token': token })
  expect(empty.status).toBe(401)
})
