/** Old locations, owners that refuse, die or say nothing, and peers that are not whom they claim to be. */

import { once } from 'node:events'
import http from 'node:http'
import { createServer, type Server } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { LocationState } from '@cay/contract/gen/cluster/locate_pb.js'
import { renderMemberUri } from '@cay/core/cluster/member-uri.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { makeTestAuthority, proxyUri } from '../support/cluster-certificates.ts'
import { type HopNode, type HopWorld, openHopWorld } from './hop-world.ts'
import type { Sandbox } from './proxy-world.ts'

let world: HopWorld
let third: HopNode

beforeAll(async () => {
  world = await openHopWorld()
  third = await world.addNode('third')
})

afterEach(() => {
  world.cluster.onLocate = () => undefined
  expect([world.edge.isAlive(), world.owner.isAlive(), third.isAlive()]).toEqual([true, true, true])
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

const unreachable = { message: 'The node of the sandbox cannot be reached', code: 503 }
/** Servers of the same sandbox on two nodes, one after the other. */
const echo = async (sandbox: Sandbox, name: string, port?: number) =>
  await sandbox.serve((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(`${name} ${request.method} ${bytes}`))
  }, port)
const askedFor = (id: string) => world.cluster.asked.filter((ids) => ids.includes(id)).length

describe('a sandbox that has moved since its location was learnt', () => {
  it.each([
    { name: 'a request without a body', method: 'GET', bytes: 0, chunked: false },
    { name: 'a small body that may not be sent twice', method: 'POST', bytes: 1000, chunked: false },
    { name: 'a large body', method: 'POST', bytes: 2_000_000, chunked: false },
    { name: 'a body of unknown length', method: 'POST', bytes: 1000, chunked: true },
  ])('gets $name on its new node', async ({ method, bytes, chunked }) => {
    const old = world.addSandbox({ epoch: 1 })
    const port = await echo(old, 'old')
    expect((await world.edge.request({ sandbox: old, port })).body).toBe('old GET 0')
    await world.owner.orchestrator.end(old.id)
    await world.owner.untilCurrent()
    await third.orchestrator.add(old.id, old.address, { epoch: 2 })
    world.place(old, third, 2)
    const body = 'x'.repeat(bytes)
    const length: Record<string, string> = chunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(bytes) }
    const response = await world.edge.request({ sandbox: old, port, method, body, headers: length })
    expect(response.body).toBe(`old ${method} ${bytes}`)
    expect(askedFor(old.id)).toBe(2)
  })

  it('gets an Upgrade on its new node', async () => {
    const sandbox = world.addSandbox()
    const port = await sandbox.serveRaw((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: raw\r\n\r\nhere'),
      ),
    )
    world.place(sandbox, third, 1)
    world.cluster.onLocate = () => {
      if (askedFor(sandbox.id) > 1) world.place(sandbox, world.owner, 2)
    }
    const client = await world.edge.connect()
    client.send(
      `GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.x\r\nConnection: Upgrade\r\nUpgrade: raw\r\n\r\n`,
    )
    await client.until(/101[\s\S]*here$/)
  })
})

test('a copy of an earlier placement serves nothing, although it still runs', async () => {
  const sandbox = world.addSandbox({ epoch: 1 })
  const port = await echo(sandbox, 'stale')
  world.place(sandbox, world.owner, 2)
  world.cluster.onLocate = () => {
    if (askedFor(sandbox.id) === 2) world.place(sandbox, third, 3)
  }
  const real = { ...sandbox }
  await third.orchestrator.add(sandbox.id, sandbox.address, { epoch: 3 })
  await third.untilCurrent()
  expect((await world.edge.request({ sandbox: real, port })).status).toBe(200)
  expect(askedFor(sandbox.id)).toBe(2)
})

test('two nodes that each name the other are asked a bounded number of times', async () => {
  const sandbox = { id: 'nowhere1' }
  let turns = 0
  world.cluster.onLocate = () => {
    turns += 1
    world.place(sandbox, turns % 2 === 0 ? world.owner : third, turns)
  }
  const headers = { 'E2b-Sandbox-Id': sandbox.id, 'E2b-Sandbox-Port': '80' }
  const response = await world.edge.request({ headers })
  expect([response.status, response.headers['retry-after'], response.json()]).toEqual([
    503,
    '1',
    { sandboxId: sandbox.id, ...unreachable },
  ])
  expect(turns).toBeLessThanOrEqual(5)
})

test('a node that control takes for the owner, and that has no such sandbox, asks a bounded number of times', async () => {
  const sandbox = { id: 'nowhere2' }
  world.place(sandbox, world.edge)
  const headers = { 'E2b-Sandbox-Id': sandbox.id, 'E2b-Sandbox-Port': '80' }
  expect((await world.edge.request({ headers })).status).toBe(503)
  expect(askedFor(sandbox.id)).toBeLessThanOrEqual(6)
})

test('an owner is waited for that has not heard of its new sandbox yet', async () => {
  const sandbox = world.owner.addSandbox()
  const port = await echo(sandbox, 'new')
  world.place(sandbox, third, 5)
  world.cluster.onLocate = async () => {
    if (askedFor(sandbox.id) === 2) await third.orchestrator.add(sandbox.id, sandbox.address, { epoch: 5 })
  }
  expect((await world.edge.request({ sandbox, port })).body).toBe('new GET 0')
})

describe('from outside', () => {
  it('the header of a hop and a forged 421 of a server mean nothing', async () => {
    const sandbox = world.addSandbox()
    const seen: http.IncomingHttpHeaders[] = []
    const port = await sandbox.serve((request, response) => {
      seen.push(request.headers)
      response.writeHead(421, { 'X-Cay-Known-Epoch': '99' })
      response.end('my own 421')
    })
    const other = world.addSandbox()
    const headers = { 'X-Cay-Hop': `${other.id} ${port} 1 1 0` }
    for (const node of [world.edge, world.owner]) {
      const response = await node.request({ sandbox, port, headers })
      expect([response.status, response.body, response.headers['x-cay-known-epoch']]).toEqual([
        421,
        'my own 421',
        undefined,
      ])
    }
    expect(seen.map((each) => each['x-cay-hop'])).toEqual([undefined, undefined])
  })

  it('nobody gets to HTTP at the port for other nodes without a certificate of a proxy of the cluster', async () => {
    const foreign = await makeTestAuthority('cluster')
    const certificates = {
      none: {},
      'of another authority': await foreign.issue([proxyUri('edge')]),
      'of a node': await world.authority.issue([renderMemberUri({ kind: 'node', nodeId: 'edge' })]),
      'of two nodes': await world.authority.issue([proxyUri('edge'), proxyUri('owner')]),
      'of a server': await world.authority.issue([proxyUri('edge')], { isForServersOnly: true }),
      expired: await world.authority.issue([proxyUri('edge')], { minutes: -60 }),
    }
    const outcomes: Record<string, string> = {}
    for (const [name, options] of Object.entries(certificates))
      outcomes[name] = await speakTo(world.owner, options)
    expect(outcomes).toEqual({
      none: '',
      'of another authority': '',
      'of a node': '',
      'of two nodes': '',
      'of a server': '',
      expired: '',
    })
    const good = await world.authority.issue([proxyUri('edge')])
    expect(await speakTo(world.owner, good)).toMatch(/^HTTP\/1.1 421 /)
  })

  it('plain HTTP and TLS without end disturb nobody at that port', async () => {
    const plain = await world.owner.request({}).catch(() => undefined)
    expect(plain?.status).toBe(400)
    const request = http.get({ port: world.owner.edgePort, host: '127.0.0.1' })
    await expect(once(request, 'response')).rejects.toThrow()
  })
})

/** What comes back for a request with this certificate; empty when the connection is refused. */
async function speakTo({ edgePort }: HopNode, options: ConnectionOptions): Promise<string> {
  const socket = connectTls({ port: edgePort, host: '127.0.0.1', rejectUnauthorized: false, ...options })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.on('secureConnect', () =>
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Cay-Hop: i1 80 1 1 0\r\n\r\n'),
  )
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

test('a proxy with the certificate of another node than the located one gets no request', async () => {
  const sandbox = world.addSandbox()
  const port = await echo(sandbox, 'wrong')
  const { address } = world.owner
  world.cluster.locations.set(sandbox.id, {
    ...{ state: LocationState.ON_NODE, nodeId: 'impostor', address, epoch: 1n },
  })
  expect((await world.edge.request({ sandbox, port })).status).toBe(503)
})

describe('an owner', () => {
  let silent: Server
  afterEach(() => silent?.close())

  it('that accepts connections and says nothing is given up', async () => {
    const held: { destroy(): void }[] = []
    silent = createServer((socket) => {
      socket.on('error', () => undefined)
      held.push(socket)
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : undefined
    world.cluster.locations.set('silent', {
      ...{ state: LocationState.ON_NODE, nodeId: 'silent', address: `127.0.0.1:${port}`, epoch: 1n },
    })
    const response = await world.edge.request({
      headers: { 'E2b-Sandbox-Id': 'silent', 'E2b-Sandbox-Port': '80' },
    })
    expect([response.status, response.json()]).toEqual([503, { sandboxId: 'silent', ...unreachable }])
    for (const socket of held) socket.destroy()
  })

  it('that dies loses what it had, and what may be sent again goes to the new one', async () => {
    const dying = await world.addNode('dying')
    const sandbox = dying.addSandbox({ epoch: 1 })
    world.place(sandbox, dying, 1)
    const arrived: string[] = []
    const begun = Promise.withResolvers<void>()
    const port = await sandbox.serve((request, response) => {
      arrived.push(`${request.method} ${request.url}`)
      if (request.url === '/begun') {
        response.writeHead(200, { 'Content-Length': '10' })
        response.write('half', () => begun.resolve())
      }
      if (request.url === '/again' && arrived.filter((each) => each === 'GET /again').length === 2)
        response.end('second')
    })
    const head = (method: string, path: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: ${port}-${sandbox.id}.x\r\nContent-Length: 0\r\n\r\n`
    const clients = await Promise.all([0, 1, 2].map(() => world.edge.connect()))
    const [download, post, get] = clients
    download?.send(head('GET', '/begun'))
    post?.send(head('POST', '/once'))
    get?.send(head('GET', '/again'))
    await begun.promise
    await download?.until(/half$/)
    await expect.poll(() => arrived.length).toBe(3)
    await third.orchestrator.add(sandbox.id, sandbox.address, { epoch: 2 })
    world.place(sandbox, third, 2)
    dying.proxy.kill('SIGKILL')
    expect(await download?.ended()).toMatchObject({ how: 'reset' })
    await post?.until(/^HTTP\/1.1 503 [\s\S]*cannot be reached/)
    await get?.until(/^HTTP\/1.1 200 [\s\S]*second$/)
    expect(arrived.filter((each) => each === 'POST /once')).toHaveLength(1)
  })
})

describe('control', () => {
  it('is asked once for a sandbox however many requests wait, and for many sandboxes at once', async () => {
    const sandbox = world.addSandbox()
    const port = await echo(sandbox, 'ok')
    const before = world.cluster.asked.length
    const same = Array.from({ length: 20 }, () => world.edge.request({ sandbox, port }))
    const unknown = Array.from({ length: 100 }, (_, i) =>
      world.edge.request({ headers: { 'E2b-Sandbox-Id': `unknown${i % 50}`, 'E2b-Sandbox-Port': '1' } }),
    )
    const statuses = (await Promise.all([...same, ...unknown])).map(({ status }) => status)
    expect([statuses.slice(0, 20), statuses.slice(20)]).toEqual([
      new Array(20).fill(200),
      new Array(100).fill(502),
    ])
    const calls = world.cluster.asked.slice(before)
    expect(calls.flat().filter((id) => id === sandbox.id)).toHaveLength(1)
    expect(calls.length).toBeLessThan(60)
  })

  it('that is away keeps no remembered sandbox from its requests, and others get 503', async () => {
    const known = world.addSandbox()
    const port = await echo(known, 'known')
    await world.edge.request({ sandbox: known, port })
    world.cluster.onLocate = () => Promise.reject(new ConnectError('no database', Code.Unavailable))
    expect((await world.edge.request({ sandbox: known, port })).body).toBe('known GET 0')
    const response = await world.edge.request({ sandbox: world.owner.addSandbox(), port: 1 })
    expect([response.status, response.json()]).toMatchObject([503, unreachable])
  })

  it('resumes a paused sandbox with the tokens of the request, once for all that wait', async () => {
    const sandbox = third.addSandbox({ epoch: 2 })
    const port = await echo(sandbox, 'resumed')
    world.cluster.locations.set(sandbox.id, { state: LocationState.PAUSED })
    world.cluster.onResume = () => ({
      ...{ state: LocationState.ON_NODE, nodeId: 'third', address: third.address, epoch: 2n },
    })
    world.cluster.resumes.splice(0)
    const headers = { 'X-Access-Token': 'a', 'e2b-traffic-access-token': 't' }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => world.edge.request({ sandbox, port, headers })),
    )
    expect(responses.map(({ body }) => body)).toEqual(new Array(5).fill('resumed GET 0'))
    expect(world.cluster.resumes).toEqual([
      { sandboxId: sandbox.id, port, accessToken: 'a', trafficToken: 't' },
    ])
  })

  it.each([
    { code: Code.NotFound, status: 502, text: 'The sandbox was not found' },
    { code: Code.PermissionDenied, status: 403, text: 'cannot be resumed with these credentials' },
    { code: Code.ResourceExhausted, status: 429, text: 'no room' },
    { code: Code.FailedPrecondition, status: 502, text: 'could not be resumed: no room' },
  ])('that refuses to resume with $code: the client gets $status', async ({ code, status, text }) => {
    const id = `refused${code}`
    world.cluster.locations.set(id, { state: LocationState.PAUSED })
    world.cluster.onResume = () => Promise.reject(new ConnectError('no room', code))
    const response = await world.edge.request({
      headers: { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': '80' },
    })
    expect([response.status, response.body]).toEqual([status, expect.stringContaining(text)])
  })

  it('resumes elsewhere what this node has paused', async () => {
    const lifecycle = {
      onTimeout: 'pause',
      filesOnly: false,
      autoResume: true,
      autoResumeSeconds: 300,
    } as const
    const sandbox = world.edge.addSandbox({ epoch: 1, lifecycle })
    const port = await echo(sandbox, 'moved')
    world.place(sandbox, world.edge, 1)
    await world.edge.orchestrator.show(sandbox.id, { phase: 'pausing' })
    await world.edge.untilCurrent()
    world.cluster.onResume = async () => {
      await third.orchestrator.add(sandbox.id, sandbox.address, { epoch: 2 })
      return { state: LocationState.ON_NODE, nodeId: 'third', address: third.address, epoch: 2n }
    }
    const waiting = world.edge.request({ sandbox, port, method: 'POST', body: 'body' })
    const fromPeer = third.request({ sandbox, port, method: 'POST', body: 'body' })
    await world.edge.orchestrator.show(sandbox.id, { phase: 'paused' })
    expect([(await waiting).body, (await fromPeer).body]).toEqual(['moved POST 4', 'moved POST 4'])
    expect(world.edge.orchestrator.resumes).toEqual([])
  })
})
