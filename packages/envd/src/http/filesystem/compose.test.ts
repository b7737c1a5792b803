import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  mkdirSync(`${daemon.home}/directory`)
})
afterAll(() => daemon[Symbol.asyncDispose]())

const send = (body: string) => fetch(`${daemon.url}/files/compose`, { method: 'POST', body })
const compose = (source_paths: unknown, destination: unknown, more = {}) =>
  send(JSON.stringify({ source_paths, destination, ...more }))
const put = (name: string, text: string) => writeFileSync(`${daemon.home}/${name}`, text)
const read = (name: string) => readFileSync(`${daemon.home}/${name}`, 'utf8')
const has = (name: string) => existsSync(`${daemon.home}/${name}`)

test('the sources become one file in their order, and go', async () => {
  put('b', 'two')
  put('a', 'one')
  const answer = await compose(['b', `${daemon.home}/a`, '~/b'], 'new/whole')
  const path = `${daemon.home}/new/whole`
  expect([answer.status, await answer.json()]).toEqual([200, { name: 'whole', path, type: 'file' }])
  expect(read('new/whole')).toBe('twoonetwo')
  expect([has('a'), has('b')]).toEqual([false, false])
  expect(readdirSync(`${daemon.home}/new`)).toEqual(['whole'])
})

test('large files come whole', async () => {
  const piece = Buffer.alloc(9_000_001, 'abcdefg')
  writeFileSync(`${daemon.home}/large`, piece)
  await compose(['large', 'large'], 'larger')
  expect(readFileSync(`${daemon.home}/larger`).equals(Buffer.concat([piece, piece]))).toBe(true)
})

test('what was at the destination is replaced, a link too', async () => {
  put('old', 'old')
  symlinkSync('old', `${daemon.home}/link`)
  put('part', 'new')
  await compose(['part'], 'link')
  expect([read('link'), read('old')]).toEqual(['new', 'old'])
  expect(statSync(`${daemon.home}/link`).mode & 0o777).toBe(0o644)
})

test('metadata of the sources is not carried over', async () => {
  const headers = { 'content-type': 'application/octet-stream', 'x-metadata-a': '1' }
  await fetch(`${daemon.url}/files?path=tagged`, { method: 'POST', headers, body: 'x' })
  expect(await (await compose(['tagged'], 'untagged')).json()).not.toHaveProperty('metadata')
})

test.each([
  ['no JSON', () => send('{'), 400, 'the body must be a JSON object'],
  ['a million values', () => send(`{"x":[${'[],'.repeat(1_000_000)}0]}`), 413, 'more than 250000 values'],
  ['no sources', () => compose([], 'x'), 400, 'source_paths is empty'],
  ['sources that are no list', () => compose('kept', 'x'), 400, 'source_paths must be a list of strings'],
  [
    'sources that are no text',
    () => compose(['kept', 1], 'x'),
    400,
    'source_paths must be a list of strings',
  ],
  ['no destination', () => compose(['kept'], ''), 400, 'destination is required'],
  ['a path of another', () => compose(['kept'], '~bob/x'), 400, 'cannot expand user-specific home dir'],
  ['a NUL', () => compose(['kept', 'a\0b'], 'x'), 400, 'path contains a NUL byte'],
  ['a source that is the destination', () => compose(['kept', './x/../y'], 'y'), 400, 'is the destination'],
  ['a directory among the sources', () => compose(['kept', 'directory'], 'x'), 400, 'is a directory'],
  ['a device among the sources', () => compose(['kept', '/dev/null'], 'x'), 400, 'is not a regular file'],
  ['a directory as destination', () => compose(['kept'], 'directory'), 400, 'is a directory'],
  [
    'a user nobody knows',
    () => compose(['kept'], 'x', { username: 'bob' }),
    401,
    "error looking up user 'bob'",
  ],
  ['a source that is missing', () => compose(['kept', 'none'], 'x'), 404, 'does not exist'],
  ['a destination below a file', () => compose(['kept'], 'kept/x'), 500, 'ENOTDIR'],
])('%s is refused and nothing is touched', async (_, attempt, status, message) => {
  put('kept', 'kept')
  const answer = await attempt()
  const body = (await answer.json()) as { code: number; message: string }
  expect([answer.status, body.code]).toEqual([status, status])
  expect(body.message).toContain(message)
  expect([read('kept'), has('x')]).toEqual(['kept', false])
  expect(readdirSync(daemon.home).filter((name) => name.includes('e2b-compose'))).toEqual([])
})
