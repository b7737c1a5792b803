/** A client's connection into a sandbox, between two of its requests. */

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import type { SandboxState } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { bounds } from '@cay/proxy/bounds.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type RawClient, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox

beforeAll(async () => {
  // Nothing here is about time but the one test that has a proxy of its own.
  world = await openProxyWorld({}, { idleConnectionMs: 120_000 })
})
beforeEach(() => {
  sandbox = world.addSandbox()
})
afterEach(() => {
  expect(world.isAlive()).toBe(true)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

interface ServerConnection {
  readonly socket: Socket
  readonly how: Promise<'end' | 'reset'>
  requests: string[]
}

const keeping = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'
const silent = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** A server that gives every request this answer, and tells of its connections. */
async function serve(answer: string | ((connection: ServerConnection) => void)) {
  const connections: ServerConnection[] = []
  const port = await sandbox.serveRaw((socket) => {
    const how = new Promise<'end' | 'reset'>((resolve) => {
      socket.once('error', () => resolve('reset'))
      socket.once('end', () => resolve('end'))
    })
    const connection: ServerConnection = { socket, how, requests: [] }
    connections.push(connection)
    socket.on('data', (chunk) => {
      connection.requests.push(String(chunk))
      if (typeof answer === 'string') socket.write(answer)
      else answer(connection)
    })
  })
  const counts = () => connections.map(({ requests }) => requests.length)
  return { port, connections, counts }
}

/** Asks on one connection, and waits for each answer before the next. */
async function ask(client: RawClient, port: number, { count = 1, ...said }: Said & { count?: number } = {}) {
  for (let asked = 0; asked < count; asked++) {
    const answered = once(client.socket, 'data')
    client.send(requestTo(port, said))
    await answered
  }
}

interface Said {
  readonly method?: string
  readonly path?: string
  readonly more?: string
}

function requestTo(port: number, { method = 'GET', path = '/', more = '' }: Said = {}): string {
  return `${method} ${path} HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n${more}\r\n`
}

const change = (phase: SandboxState['phase']) => {
  void world.orchestrator.show(sandbox.id, { phase })
  return world.untilCurrent()
}

describe('where the server keeps connections open', () => {
  it('a client uses one for all of its requests, and no other client uses it', async () => {
    const { port, counts } = await serve(keeping)
    const [one, other] = [await world.connect(), await world.connect()]
    await ask(one, port, { count: 3 })
    await ask(other, port, { count: 2 })
    await ask(one, port)
    expect(counts()).toEqual([4, 2])
  })

  it('a request that is not retriable uses a new one, which then is pooled', async () => {
    const { port, counts } = await serve(keeping)
    const client = await world.connect()
    await ask(client, port)
    await ask(client, port, { method: 'POST', more: 'Content-Length: 0\r\n' })
    await ask(client, port)
    expect(counts()).toEqual([2, 1])
  })

  it('a request on one that was just closed is retried on another, and its client does not notice', async () => {
    const { port, counts } = await serve(({ socket, requests }) => {
      if (requests.length === 1) socket.write(keeping)
      else socket.resetAndDestroy()
    })
    const client = await world.connect()
    await ask(client, port, { count: 2 })
    expect((await client.until(/ok[\s\S]*ok$/)).match(/200 OK/g)).toHaveLength(2)
    expect(counts()).toEqual([2, 1])
  })

  it('a server that closes new ones too counts as a closed port', async () => {
    let isBroken = false
    const { port, connections } = await serve(({ socket }) => {
      if (isBroken) socket.resetAndDestroy()
      else socket.write(keeping)
    })
    const client = await world.connect()
    await ask(client, port)
    isBroken = true
    await ask(client, port)
    await client.until(/502 Bad Gateway/)
    expect(connections).toHaveLength(2)
  })

  it('a connection is not reused for another port or another sandbox', async () => {
    const [first, second] = [await serve(keeping), await serve(keeping)]
    const client = await world.connect()
    await ask(client, first.port)
    await ask(client, second.port)
    expect(await first.connections[0]?.how).toBe('reset')
    expect([first.counts(), second.counts()]).toEqual([[1], [1]])
  })

  it.each([
    ['the last of its client', 'Connection: close\r\n', keeping],
    [
      'for a switch of protocols',
      'Connection: Upgrade\r\nUpgrade: x\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('a request that is %s reaches the server once', async (_, more, answer) => {
    const { port, counts } = await serve(({ socket, requests }) =>
      socket.write(requests.length === 1 ? keeping : answer),
    )
    const client = await world.connect()
    await ask(client, port)
    await ask(client, port, { more })
    expect(counts()).toEqual([2])
  })

  it('a connection is not pooled after a response that does not say keep-alive', async () => {
    const { port, connections } = await serve(({ socket, requests }) =>
      socket.write(requests.length === 1 ? keeping : silent),
    )
    const client = await world.connect()
    await ask(client, port, { count: 2 })
    expect(await connections[0]?.how).toBe('end')
    await ask(client, port)
    expect(connections.map(({ requests }) => requests.length)).toEqual([2, 1])
  })

  it('a client that says Connection: close has none pooled', async () => {
    const { port, connections } = await serve(keeping)
    expect((await world.request({ sandbox, port, headers: { connection: 'close' } })).body).toBe('ok')
    expect(await connections[0]?.how).toBe('reset')
    expect(connections[0]?.requests[0]).toMatch(/^connection: close\r$/im)
  })
})

describe('a pooled connection is closed', () => {
  const keep = async (of: ProxyWorld = world) => {
    const { port, connections, counts } = await serve(keeping)
    const client = await of.connect()
    await ask(client, port)
    const [connection] = connections
    if (connection === undefined) throw new Error('nobody came')
    return { port, client, connection, counts }
  }

  it('when its client disconnects', async () => {
    const { client, connection } = await keep()
    client.socket.end()
    expect(await connection.how).toBe('reset')
  })

  it('when it has been idle for a while, so that the sandbox may be frozen', async () => {
    await using own = await openProxyWorld({ CAY_FREEZE_AFTER_SECONDS: '0.5' })
    sandbox = own.addSandbox()
    const { connection, port, client, counts } = await keep(own)
    expect(await connection.how).toBe('reset')
    await ask(client, port)
    expect(counts()).toEqual([1, 1])
  })

  it.each([
    ['captured', 'capturing'],
    ['paused', 'pausing'],
  ] as const)('when its sandbox is being %s', async (_, phase) => {
    const { connection, port, client, counts } = await keep()
    await change(phase)
    expect(await connection.how).toBe('reset')
    await change('running')
    await ask(client, port)
    expect(counts()).toEqual([1, 1])
  })

  it('when its sandbox ends', async () => {
    const { connection, client, port } = await keep()
    void world.orchestrator.end(sandbox.id)
    expect(await connection.how).toBe('reset')
    await ask(client, port)
    await client.until(/The sandbox was not found/)
  })

  it('when the server sends unsolicited bytes, which are not parsed as the next response', async () => {
    const { connection, port, client, counts } = await keep()
    connection.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil')
    await connection.how
    await ask(client, port)
    expect(await client.until(/ok[\s\S]*ok$/)).not.toMatch(/evil/)
    expect(counts()).toEqual([1, 1])
  })

  it('when the server closes it', async () => {
    const { connection, port, client, counts } = await keep()
    connection.socket.end()
    await once(connection.socket, 'close')
    await ask(client, port)
    expect(counts()).toEqual([1, 1])
  })

  it.each([
    ['ended', (socket: Socket) => void socket.end()],
    ['went on', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
  ])('when the server %s while the client was still reading the response', async (_, goOn) => {
    const long = `${'x'.repeat(100_000)}end`
    const { port, connections, counts } = await serve(({ socket, requests }) => {
      const request = requests.at(-1)
      if (request?.startsWith('GET /long') === true)
        socket.write(keeping.replace('2\r\n\r\nok', `${long.length}\r\n\r\n${long}`))
      else if (request?.startsWith('GET /slow') !== true) socket.write(keeping)
    })
    const client = await world.connect()
    client.send(requestTo(port, { path: '/slow' }))
    await expect.poll(counts).toEqual([1])
    client.send(requestTo(port, { path: '/long' }))
    await expect.poll(counts).toEqual([1, 1])
    // The proxy reads the long answer and what comes behind it, but the client takes nothing of it before the slow one.
    await world.untilCurrent()
    if (connections[1] !== undefined) goOn(connections[1].socket)
    await world.untilCurrent()
    connections[0]?.socket.write(silent)
    await client.until(/end$/)
    await ask(client, port)
    await client.until(/ok$/)
    expect(counts()).toEqual([1, 1, 1])
  })

  it('when its sandbox has reached its limit', async () => {
    const { port, connections } = await serve(keeping)
    const clients = await Promise.all(
      Array.from({ length: bounds.idleConnectionsPerSandboxMax + 1 }, () => world.connect()),
    )
    await Promise.all(clients.map((client) => ask(client, port)))
    await expect.poll(() => connections.filter(({ socket }) => socket.readableEnded)).toHaveLength(1)
    expect(connections).toHaveLength(bounds.idleConnectionsPerSandboxMax + 1)
  })
})

it('a server that does not say keep-alive is closed gracefully, and gets Connection: close the next time', async () => {
  const { port, connections } = await serve(silent)
  const client = await world.connect()
  await ask(client, port, { count: 2 })
  expect(connections.map(({ requests }) => /^connection: (.*)\r$/im.exec(requests[0] ?? '')?.[1])).toEqual([
    'keep-alive',
    'close',
  ])
  expect(await Promise.all(connections.map(({ how }) => how))).toEqual(['end', 'reset'])
})

it('unary calls of envd share one connection, with their bodies', async () => {
  const connections = new Set<Socket>()
  await sandbox.serve((request, response) => {
    connections.add(request.socket)
    request.resume().on('end', () => response.end('{}'))
  }, limits.daemonPort)
  const client = await world.connect()
  const body = '{"process":{"pid":1}}'
  const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  for (let asked = 0; asked < 3; asked++) {
    const answered = once(client.socket, 'data')
    client.send(
      `POST /process.Process/SendSignal HTTP/1.1\r\nHost: ${limits.daemonPort}-${sandbox.id}.localhost\r\n${more}\r\n${body}`,
    )
    await answered
  }
  expect(connections.size).toBe(1)
})

it('requests with and without bodies share one connection to envd, in any order, each once', async () => {
  const connections = new Set<Socket>()
  const seen: (string | undefined)[] = []
  await sandbox.serve((request, response) => {
    connections.add(request.socket)
    seen.push(request.method)
    request.resume().on('end', () => response.end(`<${request.method}>`))
  }, limits.daemonPort)
  const client = await world.connect()
  const body = '{"process":{"pid":1}}'
  const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const calls = ['GET', 'POST', 'GET', 'GET', 'POST', 'POST', 'GET']
  for (const [index, method] of calls.entries()) {
    const isCall = method === 'POST'
    const path = isCall ? '/process.Process/SendSignal' : '/health'
    client.send(
      requestTo(limits.daemonPort, { method, path, more: isCall ? more : '' }) + (isCall ? body : ''),
    )
    await client.until(
      new RegExp(
        calls
          .slice(0, index + 1)
          .map((each) => `<${each}>`)
          .join('[\\s\\S]*'),
      ),
    )
  }
  expect(seen).toEqual(calls)
  expect(connections.size).toBe(1)
})
