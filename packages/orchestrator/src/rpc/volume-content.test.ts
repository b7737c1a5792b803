/** Requests and the ends of the process that serves them. The processes are servers in this one. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { headers } from '@cay/contract/names.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UploadRoom } from '../edge/volume/upload-room.ts'
import { type VolumeServer, VolumeServers, type VolumeServersOptions } from '../edge/volume/volume-servers.ts'
import { withVolumeContent } from './volume-content.ts'

const volumeId = '00000000-0000-0000-0000-000000000001'
let directory: string
let node: Server
/** Those that were started, oldest first. */
let started: FakeServer[]
let roomBytes: number

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })

class FakeServer implements VolumeServer {
  readonly socketPath: string
  readonly requests: IncomingMessage[] = []
  readonly killed = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #server: Server

  constructor(socketPath: string) {
    this.socketPath = socketPath
    this.#server = createServer(async (request, response) => {
      this.requests.push(request)
      if (request.url?.includes('hold')) return
      if (request.url?.includes('endless')) return void endless().pipe(response)
      // The sender may leave.
      response.end(await text(request).catch(() => ''))
    })
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  async start(): Promise<this> {
    await once(this.#server.listen(this.socketPath), 'listening')
    return this
  }

  kill(): void {
    this.killed.resolve()
  }

  /** It does not listen any more, and nobody has noticed. */
  async die(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Connections are made and nobody takes them up. */
  refuse(): void {
    this.#server.on('connection', (socket) => socket.destroy())
  }

  async end(): Promise<void> {
    await this.die()
    this.#ended.resolve()
  }
}

async function serve(idleMs: number, countMax = 10, more: Partial<VolumeServersOptions> = {}): Promise<void> {
  const servers = new VolumeServers({
    idleMs,
    ...{ patienceMs: 60_000, silenceMsMax: 60_000, countMax, requestsMax: 100 },
    room: new UploadRoom({ roomBytes: async () => roomBytes, reserveMb: 500 }),
    start: async () => {
      const server = new FakeServer(join(directory, `content-${started.length}`))
      started.push(server)
      return await server.start()
    },
    ...more,
  })
  node = createServer(withVolumeContent(servers, () => undefined)).listen(join(directory, 'node'))
  await once(node, 'listening')
}

interface Reply {
  readonly status: number
  readonly body: string
}

async function send(part: string, body = ''): Promise<Reply> {
  const { status, body: answer } = await sendTo(volumeId, part, body)
  return { status, body: answer }
}

async function sendTo(
  volume: string,
  part: string,
  body = '',
  team = 'a',
): Promise<Reply & { retryAfter: unknown }> {
  const path = `/volumecontent/${volume}/${part}`
  const socketPath = join(directory, 'node')
  const outgoing = httpRequest({
    socketPath,
    method: 'PUT',
    path,
    headers: { [headers.contentTeam]: team },
  }).end(body)
  const [response] = await once(outgoing, 'response')
  const retryAfter = response.headers['retry-after']
  return { status: response.statusCode, body: await text(response), retryAfter }
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-servers-'))
  started = []
  roomBytes = Number.POSITIVE_INFINITY
})

afterEach(async () => {
  node.closeAllConnections()
  node.close()
  for (const server of started) await server.end()
  await rm(directory, { recursive: true })
})

const large = 'x'.repeat(1_000_000)

test('a request that came when the idle process ended got a 503', async () => {
  await serve(1)
  expect(await send('file', 'one')).toEqual({ status: 200, body: 'one' })
  await started[0]?.killed.promise
  const answer = send('file', large)
  await started[0]?.end()
  expect(await answer).toEqual({ status: 200, body: large })
  expect(started).toHaveLength(2)
})

test('a request that came before the end of a killed process was known got a 503', async () => {
  await serve(60_000)
  await send('file')
  await started[0]?.die()
  const answers = [send('file', large), send('file', 'two')]
  await started[0]?.killed.promise
  await started[0]?.end()
  expect((await Promise.all(answers)).map(({ status, body }) => [status, body.length])).toEqual([
    [200, large.length],
    [200, 3],
  ])
  expect(started).toHaveLength(2)
})

test('a request that was in the queue of a process when that was killed got a 503', async () => {
  await serve(60_000)
  await send('file')
  started[0]?.refuse()
  const answer = send('file', large)
  await started[0]?.killed.promise
  await started[0]?.end()
  expect(await answer).toEqual({ status: 200, body: large })
  expect(started).toHaveLength(2)
})

test('a process that ends in the middle of a request fails that one, and the next one has another', async () => {
  await serve(60_000)
  const held = send('hold', 'x')
  await expect.poll(() => started[0]?.requests.length).toBe(1)
  await started[0]?.end()
  expect((await held).status).toBe(503)
  expect(await send('file', 'next')).toEqual({ status: 200, body: 'next' })
  expect(started).toHaveLength(2)
})

test('a process is not ended while a request is in progress', async () => {
  await serve(1)
  const path = `/volumecontent/${volumeId}/hold`
  const held = httpRequest({ socketPath: join(directory, 'node'), path }).end()
  held.on('error', () => undefined)
  await expect.poll(() => started[0]?.requests.length).toBe(1)
  for (let turn = 0; turn < 20; turn++) await send('file', 'meanwhile')
  expect(started).toHaveLength(1)
  held.destroy()
  await started[0]?.killed.promise
})

const volumeOf = (index: number) => `00000000-0000-0000-0000-00000000000${index}`

test('each volume that was read had a process for a minute, however many there were', async () => {
  await serve(60_000, 2)
  for (const index of [1, 2, 1]) expect((await sendTo(volumeOf(index), 'file')).status).toBe(200)
  const third = sendTo(volumeOf(3), 'file', 'three')
  // Of the volume that nobody has asked for the longest.
  await started[1]?.killed.promise
  expect(started).toHaveLength(2)
  await started[1]?.end()
  expect(await third).toMatchObject({ status: 200, body: 'three' })
  expect(started).toHaveLength(3)
})

test('a request for one volume more than there may be processes is refused while all are in use', async () => {
  await serve(60_000, 2)
  const held = [1, 2].map((index) => sendTo(volumeOf(index), 'hold', 'x', `team-${index}`))
  await expect.poll(() => started.map(({ requests }) => requests.length)).toEqual([1, 1])
  expect(await sendTo(volumeOf(3), 'file')).toEqual({
    status: 503,
    body: expect.stringContaining('no_capacity'),
    retryAfter: '5',
  })
  expect(started).toHaveLength(2)
  for (const server of started) await server.end()
  await Promise.all(held)
  expect((await sendTo(volumeOf(3), 'file')).status).toBe(200)
})

test('a team whose requests hold all processes that it may have leaves one for another team', async () => {
  await serve(60_000, 4)
  const held = [1, 2].map((index) => sendTo(volumeOf(index), 'hold', 'x', 'greedy'))
  await expect.poll(() => started.map(({ requests }) => requests.length)).toEqual([1, 1])
  for (const index of [3, 4])
    expect(await sendTo(volumeOf(index), 'file', '', 'greedy')).toMatchObject({
      ...{ status: 503, retryAfter: '5', body: expect.stringContaining('no_capacity') },
    })
  expect(await sendTo(volumeOf(5), 'file', 'mine', 'other')).toMatchObject({ status: 200, body: 'mine' })
  // A volume whose process runs with other requests needs no further one.
  expect(await sendTo(volumeOf(1), 'file', 'more', 'greedy')).toMatchObject({ status: 200, body: 'more' })
  for (const server of started) await server.end()
  await Promise.all(held)
})

test('a team that has as many requests in progress as it may leaves others theirs', async () => {
  await serve(60_000, 10, { requestsMax: 4 })
  const held = [1, 2].map(() => sendTo(volumeOf(1), 'hold', 'x', 'greedy'))
  await expect.poll(() => started[0]?.requests.length).toBe(2)
  expect(await sendTo(volumeOf(1), 'file', '', 'greedy')).toMatchObject({ status: 503, retryAfter: '5' })
  expect(await sendTo(volumeOf(2), 'file', 'mine', 'other')).toMatchObject({ status: 200, body: 'mine' })
  for (const server of started) await server.end()
  await Promise.all(held)
})

test('a process that starts slowly is 503 with Retry-After, and serves the next request', async () => {
  const ready = Promise.withResolvers<void>()
  let starts = 0
  await serve(60_000, 10, {
    patienceMs: 1,
    start: async () => {
      starts += 1
      await ready.promise
      const server = await new FakeServer(join(directory, 'slow')).start()
      started.push(server)
      return server
    },
  })
  for (let turn = 0; turn < 3; turn++)
    expect(await sendTo(volumeId, 'file', 'x')).toMatchObject({
      ...{ status: 503, retryAfter: '5', body: expect.stringContaining('is starting: try again') },
    })
  ready.resolve()
  await expect.poll(async () => (await sendTo(volumeId, 'file', 'x')).status).toBe(200)
  expect(starts).toBe(1)
})

test('an upload took what was left of the disk of all volumes', async () => {
  await serve(60_000)
  roomBytes = 3
  expect(await send('file', 'four')).toEqual({ status: 507, body: expect.stringContaining('node_disk_full') })
  expect(started).toEqual([])
  expect(await send('file', 'two')).toEqual({ status: 200, body: 'two' })
})

/** Sends a body in pieces, without its length, until the response comes. */
async function sendEndless(part: string): Promise<Reply> {
  const path = `/volumecontent/${volumeId}/${part}`
  const outgoing = httpRequest({ socketPath: join(directory, 'node'), method: 'PUT', path })
  outgoing.on('error', () => undefined)
  const answered = once(outgoing, 'response')
  let isOver = false
  void answered.then(() => {
    isOver = true
  })
  for (let sent = 0; !isOver && sent < 64; sent++) {
    if (!outgoing.write(Buffer.alloc(1024 * 1024))) await Promise.race([once(outgoing, 'drain'), answered])
  }
  const [response] = await answered
  const body = await text(response)
  outgoing.destroy()
  return { status: response.statusCode, body }
}

test('an upload without a length is refused when there is no room left, and its process gets no end of it', async () => {
  await serve(60_000)
  expect(await send('file', 'x')).toMatchObject({ status: 200 })
  roomBytes = 8 * 1024 * 1024
  const refused = sendEndless('file')
  await expect.poll(() => started[0]?.requests.length).toBe(2)
  roomBytes = 7 * 1024 * 1024
  expect(await refused).toEqual({ status: 507, body: expect.stringContaining('node_disk_full') })
  const upload = started[0]?.requests[1]
  await expect.poll(() => upload?.destroyed).toBe(true)
  expect(upload?.complete).toBe(false)
  roomBytes = 20 * 1024 * 1024
  expect(await send('file', large)).toEqual({ status: 200, body: large })
})

test('a download that nobody reads is cut off, and its process can be ended', async () => {
  await serve(1, 10, { silenceMsMax: 1 })
  const path = `/volumecontent/${volumeId}/endless`
  const outgoing = httpRequest({ socketPath: join(directory, 'node'), path }).end()
  const [response] = await once(outgoing, 'response')
  response.on('error', () => undefined)
  await started[0]?.killed.promise
  expect(response.complete).toBe(false)
  response.destroy()
})
