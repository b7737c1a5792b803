/** Bodies that no client of the interface sends. Each gets a response, and the next command works. */

import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createOwnMemory } from '../edge/usage/own-memory.ts'
import { processClient } from '../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

/** What was sent and received may not have been collected yet, the length of a lie would be more. */
const garbageBytesMax = 1024 * 1024 * 1024

afterEach(async () => {
  expect(await endOfCommand('true')).toBe(0)
  const bytes = () => process.memoryUsage().arrayBuffers
  expect(bytes()).toBeLessThan(garbageBytesMax)
  const memory = createOwnMemory()
  const heldBytes = () => {
    memory.trim()
    return bytes()
  }
  await expect.poll(heldBytes).toBeLessThan(64 * 1024 * 1024)
})

async function endOfCommand(cmd: string, args: string[] = []): Promise<number | undefined> {
  let exitCode: number | undefined
  for await (const { event } of processClient(daemon.url).start({ process: { cmd, args } })) {
    if (event?.event.case === 'end') exitCode = event.event.value.exitCode
  }
  return exitCode
}

const request = JSON.stringify({ process: { cmd: 'true' } })

function frame(payload: string | Uint8Array, { flags = 0, length = payload.length } = {}): Uint8Array {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(payload)])
}

/** Returns the last frame of the response, which states how the stream ended. */
async function endOf(body: Uint8Array, type = 'application/connect+json'): Promise<{ code?: string }> {
  const answer = await fetch(`${daemon.url}/process.Process/Start`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Uint8Array.from(body),
  })
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  let at = 0
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at + 1)
    const payload = bytes.subarray(at + 5, at + 5 + length).toString()
    if ((bytes[at] ?? 0) & 2) return (JSON.parse(payload) as { error?: { code: string } }).error ?? {}
    at += 5 + length
  }
  throw new Error('the stream has no end')
}

describe('frames', () => {
  test.each([
    ['a whole one', frame(request), {}],
    ['nothing at all', new Uint8Array(), { code: 'unimplemented' }],
    ['half a head', frame(request).subarray(0, 3), { code: 'invalid_argument' }],
    ['less than its length', frame(request).subarray(0, 12), { code: 'invalid_argument' }],
    ['a length that is too short', frame(request, { length: 5 }), { code: 'resource_exhausted' }],
    ['a length of 4 GiB', frame(request, { length: 0xffffffff }), { code: 'resource_exhausted' }],
    [
      'a length just above the bound',
      frame(request, { length: 64 * 1024 * 1024 + 1 }),
      { code: 'resource_exhausted' },
    ],
    ['the mark of compression', frame(request, { flags: 1 }), { code: 'invalid_argument' }],
    ['unknown marks', frame(request, { flags: 0x40 }), {}],
    ['a second message', Buffer.concat([frame(request), frame(request)]), { code: 'unimplemented' }],
    ['bytes behind it', Buffer.concat([frame(request), Buffer.from('rest')]), { code: 'invalid_argument' }],
    ['no JSON', frame('{"process":'), { code: 'invalid_argument' }],
    ['the wrong kind of JSON', frame('{"process":{"cmd":7}}'), { code: 'invalid_argument' }],
    ['protobuf', frame(Uint8Array.of(10, 6, 10, 4, 116, 114, 117, 101)), { code: 'invalid_argument' }],
    ['fields nobody knows', frame('{"process":{"cmd":"true","new":1},"other":[]}'), {}],
  ])('with %s', async (_, body, end) => {
    const found = await endOf(body)
    expect(found.code).toBe((end as { code?: string }).code)
  })

  test('JSON where protobuf was said', async () => {
    expect((await endOf(frame(request), 'application/connect+proto')).code).toBe('invalid_argument')
  })
})

describe('frames of StreamInput', () => {
  const pid = 2 ** 31 - 1
  const begin = JSON.stringify({ start: { process: { pid } } })
  const send = async (body: Uint8Array) => {
    const answer = await fetch(`${daemon.url}/process.Process/StreamInput`, {
      method: 'POST',
      headers: { 'content-type': 'application/connect+json' },
      body: Uint8Array.from(body),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, bytes[0]]).toEqual([200, 2])
    return (JSON.parse(bytes.subarray(5).toString()) as { error?: { code: string } }).error?.code
  }

  test.each([
    ['half a head', frame(begin).subarray(0, 3), 'invalid_argument'],
    ['less than its length', frame(begin).subarray(0, 12), 'invalid_argument'],
    ['a length of 4 GiB', frame(begin, { length: 0xffffffff }), 'resource_exhausted'],
    ['a length just above the bound', frame(begin, { length: 4 * 2 ** 20 + 1 }), 'resource_exhausted'],
    ['the mark of compression', frame(begin, { flags: 1 }), 'invalid_argument'],
    ['protobuf', frame(Uint8Array.of(10, 2, 8, 1)), 'invalid_argument'],
    ['a whole one for nobody', frame(begin), 'not_found'],
  ])('with %s', async (_, body, code) => {
    expect(await send(body)).toBe(code)
  })
})

test.each(['text/plain', 'application/connect+xml', 'application/x-www-form-urlencoded'])(
  'a body of type %s is not understood, and what is would be said',
  async (type) => {
    const answer = await fetch(`${daemon.url}/process.Process/Start`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: request,
    })
    expect(answer.status).toBe(415)
    expect(answer.headers.get('accept-post')).toContain('application/connect+json')
  },
)

test('another method than POST is refused', async () => {
  expect((await fetch(`${daemon.url}/process.Process/List`)).status).toBe(405)
})

test('a body that never ends does not keep others waiting', async () => {
  const { port } = new URL(daemon.url)
  const socket = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const head = ['POST /process.Process/Start HTTP/1.1', 'host: x', 'content-type: application/connect+json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: 1000000\r\n\r\n`)
  socket.write(frame(request).subarray(0, 10))
  socket.on('error', () => undefined)
  const client = processClient(daemon.url)
  expect((await client.list({})).processes).toEqual([])
  socket.destroy()
})

describe('what a process is given', () => {
  const run = async (
    process: { cmd: string; args?: string[]; envs?: Record<string, string> },
    tag?: string,
  ) => {
    let text = ''
    let status = ''
    for await (const { event } of processClient(daemon.url).start({
      process,
      stdin: false,
      ...(tag === undefined ? {} : { tag }),
    })) {
      const output = event?.event.case === 'data' ? event.event.value.output.value : undefined
      if (output !== undefined) text += Buffer.from(output).toString()
      if (event?.event.case === 'end') status = event.event.value.status
    }
    return { text, status }
  }
  const mebibyte = 1024 * 1024

  test('a variable and an argument of 120,000 letters arrive whole', async () => {
    const long = 'x'.repeat(120_000)
    const { text } = await run({
      cmd: '/bin/sh',
      args: ['-c', 'echo $' + '{#1} $' + '{#LONG}', '--', long],
      envs: { LONG: long },
    })
    expect(text).toBe('120000 120000\n')
  })

  test('many arguments that make 1 MiB in all arrive', async () => {
    const args = Array.from({ length: 1024 }, () => 'x'.repeat(1023))
    expect((await run({ cmd: '/bin/sh', args: ['-c', 'echo $#', '--', ...args] })).text).toBe('1024\n')
  })

  test.each([
    ['an argument of 1 MiB', { cmd: 'true', args: ['x'.repeat(mebibyte)] }],
    ['a variable of 1 MiB', { cmd: 'true', envs: { LONG: 'x'.repeat(mebibyte) } }],
    [
      'arguments of 16 MiB in all',
      { cmd: 'true', args: Array.from({ length: 160 }, () => 'x'.repeat(100_000)) },
    ],
    ['a tag of 5,000 letters', { cmd: 'true' }, 'x'.repeat(5000)],
    ['a NUL in an argument', { cmd: 'true', args: ['a\0b'] }],
    ['a NUL in the command', { cmd: 'tr\0ue' }],
    ['a NUL in a variable', { cmd: 'true', envs: { A: '\0' } }],
    ['a NUL in a name', { cmd: 'true', envs: { 'A\0': '1' } }],
    ['a name with an equals sign', { cmd: 'true', envs: { 'A=B': '1' } }],
    ['an empty name', { cmd: 'true', envs: { '': '1' } }],
  ])('%s is refused', async (_, process, tag?: string) => {
    await expect(run(process, tag)).rejects.toThrow('[invalid_argument]')
  })

  test('odd names of variables are handed on', async () => {
    const { text } = await run({ cmd: 'env', envs: { 'a b': '1', ü: '2', '0': '3', '-': '4' } })
    for (const line of ['a b=1', 'ü=2', '0=3', '-=4']) expect(text.split('\n')).toContain(line)
  })

  test('an empty command is a process that fails', async () => {
    expect((await run({ cmd: '' })).status).not.toBe('exit status 0')
  })
})

test('output that nobody reads is gone, holds nothing up and is not kept', async () => {
  const done = join(daemon.home, 'done')
  await endOfCommand('mkfifo', [done])
  const leaving = new AbortController()
  const script = `yes | head -c 300000000; echo over > ${done}`
  const events = processClient(daemon.url).start(
    { process: { cmd: '/bin/sh', args: ['-c', script] } },
    { signal: leaving.signal },
  )
  // The stream has begun, and its only reader leaves.
  await events[Symbol.asyncIterator]().next()
  leaving.abort()
  expect(await readFile(done, 'utf8')).toBe('over\n')
})
