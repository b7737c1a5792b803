/**
 * What a client hears when its sandbox is paused or ends while its request is under way: words, in the place that the
 * protocol has for them. A dropped connection would make the official clients probe the sandbox, which resumes it.
 */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import { filesystemClient, type Protocol, processClient } from '@cay/envd/testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import { openRawStream } from '@cay/envd/testing/raw-stream.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox
let daemon: OwnDaemon
let url: string
let headers: Record<string, string>

beforeAll(async () => {
  world = await openProxyWorld()
  url = `http://127.0.0.1:${world.proxyPort}`
})
beforeEach(async () => {
  sandbox = world.addSandbox()
  headers = routing(sandbox, limits.daemonPort)
  daemon = await startOwnDaemon(undefined, { host: sandbox.address, port: limits.daemonPort })
})
afterEach(async () => {
  await daemon[Symbol.asyncDispose]()
  expect(world.isAlive()).toBe(true)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const words = {
  paused: 'The sandbox was paused while the request was in flight.',
  ended: 'The sandbox was killed or reached its end of life while the request was in flight.',
} as const

type End = keyof typeof words
const ends: End[] = ['paused', 'ended']

async function come(end: End): Promise<void> {
  if (end === 'ended') void world.orchestrator.end(sandbox.id)
  else {
    void world.orchestrator.show(sandbox.id, { phase: 'pausing' })
  }
  await world.untilCurrent()
}

/** Connect's clients accept gzip, and the end is understood without. */
const forms: [string, boolean, Protocol][] = [
  ['Connect in JSON', false, 'connect'],
  ['Connect in protobuf', true, 'connect'],
  ['gRPC-web in JSON', false, 'grpc-web'],
  ['gRPC-web in protobuf', true, 'grpc-web'],
]
/** The code that clients have for a sandbox that is not there. */
const unavailable = 14

/** Resolves with the first message and the error that ended the stream. */
async function follow(events: AsyncIterable<unknown>): Promise<{ end: Promise<unknown> }> {
  const iterator = events[Symbol.asyncIterator]()
  await iterator.next()
  const drain = async () => {
    while ((await iterator.next()).done !== true);
    return 'an end without an error'
  }
  return { end: drain().catch((error: unknown) => error) }
}

describe.each(forms)('a stream over %s', (_, ...form) => {
  it.each(ends)(
    'ends gracefully with an error when the sandbox is %s: commands, terminals, watches',
    async (end) => {
      const process = processClient(url, ...form)
      const sleeper = { process: { cmd: 'sleep', args: ['60'] } }
      const tag = `tag-${end}`
      mkdirSync(`${daemon.home}/watched`)
      const opened = [
        process.start({ ...sleeper, tag }, { headers }),
        process.start({ ...sleeper, pty: { size: { cols: 80, rows: 24 } } }, { headers }),
        filesystemClient(url, ...form).watchDir({ path: `${daemon.home}/watched` }, { headers }),
      ]
      const following = await Promise.all(opened.map(follow))
      const selector = { case: 'tag', value: tag } as const
      following.push(await follow(process.connect({ process: { selector } }, { headers })))
      await come(end)
      for (const each of following) {
        expect(await each.end).toMatchObject({ code: unavailable, rawMessage: words[end] })
      }
    },
  )
})

it.each(ends)('a gRPC stream ends with its status in trailers when the sandbox is %s', async (end) => {
  const message = '{"process":{"cmd":"sleep","args":["60"]}}'
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const asked = http.request(`${url}/process.Process/Start`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/grpc+json', te: 'trailers' },
  })
  asked.end(Buffer.concat([head, Buffer.from(message)]))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  await come(end)
  for await (const _ of answer);
  expect(answer.trailers).toMatchObject({ 'grpc-status': String(unavailable), 'grpc-message': words[end] })
})

it('a stream whose client reads slowly ends gracefully too, after all that was sent', async () => {
  const stream = await openRawStream({
    url,
    method: 'process.Process/Start',
    message: { process: { cmd: '/bin/sh', args: ['-c', 'yes | head -c 3000000; sleep 60'] } },
    headers,
  })
  expect(await stream.next()).toMatchObject({ event: { start: {} } })
  await come('paused')
  let last: unknown
  for (let message = await stream.next(); message !== undefined; message = await stream.next()) last = message
  expect(last).toEqual({ end: { error: { code: 'unavailable', message: words.paused } } })
})

it('a stream that a pause has ended continues at its position for a slow client that connects again', async () => {
  const script = 'for i in $(seq 300000); do echo $i; done; sleep 60'
  const stream = await openRawStream({
    url,
    method: 'process.Process/Start',
    message: { process: { cmd: '/bin/sh', args: ['-c', script] }, tag: 'slow' },
    headers,
  })
  let text = ''
  const read = (message: unknown) => {
    const { event } = message as { event?: { data?: { stdout?: string } } }
    text += Buffer.from(event?.data?.stdout ?? '', 'base64').toString()
  }
  while (text === '') read(await stream.next())
  await come('paused')
  for (let message = await stream.next(); message !== undefined; message = await stream.next()) read(message)
  void world.orchestrator.show(sandbox.id, { phase: 'running' })
  await world.untilCurrent()
  const again = await openRawStream({
    url,
    method: 'process.Process/Connect',
    message: { process: { tag: 'slow' } },
    headers,
  })
  while (!text.endsWith('\n300000\n')) read(await again.next())
  expect(text).toBe(Array.from({ length: 300_000 }, (_, index) => `${index + 1}\n`).join(''))
  again.leave()
})

describe.each(ends)('when the sandbox is %s, a request whose response has not begun', (end) => {
  const interrupted = () => ({ sandboxId: sandbox.id, message: words[end], code: 502 })

  it('to a server gets 502, and its upstream connection is reset', async () => {
    const arrived = Promise.withResolvers<void>()
    const guestEnd = Promise.withResolvers<string>()
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () => arrived.resolve())
      socket.once('error', () => guestEnd.resolve('reset'))
      socket.once('end', () => guestEnd.resolve('end'))
    })
    const answer = world.request({ sandbox, port, method: 'POST', body: 'x' })
    await arrived.promise
    await come(end)
    expect((await answer).status).toBe(502)
    expect((await answer).json()).toEqual(interrupted())
    expect(await guestEnd.promise).toBe('reset')
  })

  it('that is an upload still arriving gets 502, and its connection serves the next request', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await sandbox.serve((request) => request.once('data', () => arrived.resolve()))
    const client = await world.connect()
    client.send(
      `PUT / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\nContent-Length: 22\r\n\r\nsome of it`,
    )
    await arrived.promise
    await come(end)
    await client.until(/^HTTP\/1.1 502 [\s\S]*in flight/)
    client.send('and the rest')
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`)
    await client.until(/HTTP\/1.1 502 [\s\S]*HTTP\/1.1 502 [\s\S]*The sandbox was not found/)
  })

  it('that asks for a WebSocket gets 502', async () => {
    const arrived = Promise.withResolvers<void>()
    const port = await sandbox.serveRaw((socket) => void socket.once('data', () => arrived.resolve()))
    const client = await world.connect()
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n${upgrade}\r\n`)
    await arrived.promise
    await come(end)
    expect(await client.ended()).toMatchObject({ how: 'end', text: expect.stringMatching(/^HTTP\/1.1 502 /) })
  })

  it('that is a call or an input stream of envd fails as unavailable', async () => {
    const mute = world.addSandbox()
    let calls = 0
    const arrived = Promise.withResolvers<void>()
    await mute.serve(() => {
      calls += 1
      if (calls === 2) arrived.resolve()
    }, limits.daemonPort)
    const process = processClient(url)
    const there = { headers: routing(mute, limits.daemonPort) }
    async function* input() {
      yield { event: { case: 'keepalive', value: {} } } as const
      await new Promise(() => undefined)
    }
    const failures = [process.list({}, there), process.streamInput(input(), there)].map((call) =>
      call.catch((error: unknown) => error),
    )
    await arrived.promise
    if (end === 'ended') void world.orchestrator.end(mute.id)
    else {
      void world.orchestrator.show(mute.id, { phase: 'pausing' })
    }
    for (const failure of failures) expect(await failure).toMatchObject({ code: unavailable })
  })
})

describe.each(ends)('when the sandbox is %s', (end) => {
  it('a WebSocket is closed with a code and a reason, after all that its server has sent', async () => {
    const text = 'x'.repeat(1_000_000)
    const port = await sandbox.serveWebSockets((socket) => socket.send(text))
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: routing(sandbox, port) })
    const [message] = await once(socket, 'message')
    expect(String(message)).toBe(text)
    const closed = once(socket, 'close')
    await come(end)
    const [code, reason] = await closed
    expect([code, String(reason)]).toEqual([1001, words[end]])
  })

  it.each([
    ['a WebSocket within a message of its server', 'websocket', '\x82\x05hel'],
    ['a WebSocket that its server has closed', 'websocket', '\x88\x02\x03\xe8'],
    ['another protocol', 'echo', 'hello'],
  ])('%s is reset', async (_, protocol, said) => {
    const head = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
    const port = await sandbox.serveRaw((socket) => {
      socket.once('data', () =>
        socket.write(Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${head}${said}`, 'latin1')),
      )
    })
    const client = await world.connect()
    client.send(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n${head}`)
    await client.until(new RegExp(`${said}$`))
    await come(end)
    expect(await client.ended()).toMatchObject({ how: 'reset', text: expect.stringMatching(`${said}$`) })
  })
})
