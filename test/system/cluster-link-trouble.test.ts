/** Links that break, stall or are refused. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request as requestLocally } from 'node:http'
import {
  type ClientHttp2Session,
  connect as connectHttp2,
  constants,
  createServer as createHttp2Server,
  type ServerHttp2Stream,
} from 'node:http2'
import {
  type AddressInfo,
  connect as connectSocket,
  createServer,
  type LookupFunction,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { dialControl } from '@cay/agent/edge/dial-control.ts'
import { forwardToControl } from '@cay/agent/edge/serve-local.ts'
import { callOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import type { ServiceError } from '@cay/core/errors.ts'
import { connectToVault } from '@cay/egress/edge/vault.ts'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import { keepSessionAlive } from '@cay/kit/link/keep-alive.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LinkWorld, type LinkWorldOptions, type Replica, startLinkWorld } from './link-world.ts'

let world: LinkWorld
beforeAll(async () => {
  world = await startLinkWorld({ replicas: 2 })
})
afterAll(() => world.stop())

const replica = (index: number): Replica => {
  const found = world.replicas[index]
  if (found === undefined) throw new Error('no such replica')
  return found
}

const until = (signal: AbortSignal) => once(signal, 'abort')

test('a caller that gives up ends the call on the node', async () => {
  const { nodeId, node } = await world.addNode()
  const client = callOrchestrator(replica(0).links.transportOf(nodeId))
  const arrived = Promise.withResolvers<AbortSignal>()
  node.orchestrator.beforeCall = async ({ method, signal }) => {
    if (method !== 'watchSandboxes') return
    arrived.resolve(signal)
    await until(signal)
  }
  const leaving = new AbortController()
  const watch = client.watchSandboxes(leaving.signal)[Symbol.asyncIterator]()
  const next = watch.next().catch(() => undefined)
  const onNode = await arrived.promise
  expect(onNode.aborted).toBe(false)
  const ended = until(onNode)
  leaving.abort()
  await ended
  await next
})

test('a call that comes to a new control process waits until the node has found it', async () => {
  const fresh = await startLinkWorld({ discoveryMs: 60_000 })
  try {
    const { nodeId, agent, restart } = await fresh.addNode()
    const [{ links }] = fresh.replicas as readonly [Replica]
    await agent.stop()
    await expect.poll(() => links.count).toBe(0)
    const called = callOrchestrator(links.transportOf(nodeId)).describeNode()
    await restart()
    expect(await called).toMatchObject({ status: 'ready' })
  } finally {
    await fresh.stop()
  }
})

test('a call that a killed node service was working on fails as unavailable, and the link goes on', async () => {
  const { nodeId, node, orchestratorSocket } = await world.addNode()
  const client = callOrchestrator(replica(0).links.transportOf(nodeId))
  const arrived = Promise.withResolvers<void>()
  node.orchestrator.beforeCall = async ({ method, signal }) => {
    if (method !== 'pauseSandbox') return
    arrived.resolve()
    await until(signal)
  }
  const paused = client.pauseSandbox('i1', false).then(
    () => 'paused',
    (error: { code: string }) => error.code,
  )
  await arrived.promise
  await node.orchestrator.close()
  await node.orchestrator.listen(orchestratorSocket)
  expect(await paused).toBe('node_unavailable')
  expect(await client.describeNode()).toMatchObject({ status: 'ready' })
})

test('a resume that a killed node service was working on, or whose link broke, was told as one that was not done', async () => {
  const { nodeId, node, agent, orchestratorSocket } = await world.addNode()
  const client = callOrchestrator(replica(0).links.transportOf(nodeId))
  const resume = () =>
    client.resumeSandbox({ sandboxId: 'i1', timeoutSeconds: 1, filesOnly: false }).then(
      () => undefined,
      ({ code, isOutcomeUnknown }: ServiceError) => ({ code, isOutcomeUnknown }),
    )
  let arrived = Promise.withResolvers<void>()
  node.orchestrator.beforeCall = async ({ method, signal }) => {
    if (method !== 'resumeSandbox') return
    arrived.resolve()
    await until(signal)
  }
  const killed = resume()
  await arrived.promise
  await node.orchestrator.close()
  expect(await killed).toEqual({ code: 'node_unavailable', isOutcomeUnknown: true })
  // Nobody listens.
  expect(await resume()).toEqual({ code: 'node_unavailable', isOutcomeUnknown: false })
  await node.orchestrator.listen(orchestratorSocket)
  arrived = Promise.withResolvers()
  const broken = resume()
  await arrived.promise
  await agent.stop()
  expect(await broken).toMatchObject({ isOutcomeUnknown: true })
  // There is no link.
  expect(await resume()).toEqual({ code: 'node_unavailable', isOutcomeUnknown: false })
})

test('what a node answers to a resume is known', async () => {
  const { nodeId } = await world.addNode()
  const client = callOrchestrator(replica(0).links.transportOf(nodeId))
  const resumed = client.resumeSandbox({ sandboxId: 'none', timeoutSeconds: 1, filesOnly: false })
  await expect(resumed).rejects.toMatchObject({ code: 'sandbox_not_found', isOutcomeUnknown: false })
})

test('links of a node that was removed are closed in both directions, and it gets no others', async () => {
  const removed = await world.addNode()
  const kept = await world.addNode()
  const call = (nodeId: string) => callOrchestrator(replica(0).links.transportOf(nodeId)).describeNode()
  const vault = connectToVault(join(removed.directory, 'vault.sock'))
  const called = () =>
    vault.resolveValues('none', { secrets: ['a'], tokens: [] }).catch((error: Error) => error.message)
  expect(await called()).toMatch(/sandbox/)
  await world.store.removeNode(removed.nodeId, { withVolumes: false })
  for (const { links } of world.replicas) links.retain(new Set([kept.nodeId]))
  await expect(call(removed.nodeId)).rejects.toThrow(/the node did not respond/)
  await expect.poll(called).not.toMatch(/sandbox/)
  expect(await call(kept.nodeId)).toMatchObject({ status: 'ready' })
})

test('calls of a node go to another control process when theirs stops', async () => {
  const { directory } = await world.addNode()
  const vault = connectToVault(join(directory, 'vault.sock'))
  const called = () =>
    vault.resolveValues('none', { secrets: ['a'], tokens: [] }).catch((error: Error) => error.message)
  expect(await called()).toMatch(/sandbox/)
  await replica(1).running.stop()
  // A call that leaves before the node has heard of the stop is refused as unavailable.
  await expect.poll(called).toMatch(/sandbox/)
})

/** One node and one control process, in which calls to the vault wait until they are let go. */
async function holdCall(options: LinkWorldOptions = {}) {
  const held = await startLinkWorld(options)
  const { directory } = await held.addNode()
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  vi.spyOn(held.store, 'findSandbox').mockImplementationOnce(async () => {
    arrived.resolve()
    await release.promise
    return undefined
  })
  const vault = connectToVault(join(directory, 'vault.sock'))
  const called = vault
    .resolveValues('none', { secrets: ['a'], tokens: [] })
    .then(() => '')
    .catch((error: Error) => error.message)
  await arrived.promise
  return { held, called, release: release.resolve }
}

test('a call of a node that is in progress while its control process stops gets its response', async () => {
  const { held, called, release } = await holdCall()
  const stopped = held.replicas[0]?.running.stop()
  release()
  expect(await called).toMatch(/sandbox/)
  await stopped
  await held.stop()
})

test('a call that does not end does not keep its control process from stopping', async () => {
  const { held, called, release } = await holdCall({ drainMsMax: 20 })
  await held.replicas[0]?.running.stop()
  expect(await called).not.toMatch(/sandbox/)
  release()
  await held.stop()
})

/** Control processes of which the first reads the body and refuses the call, as one does that stops; the second returns the body. */
async function forwardPast(body: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-refused-'))
  const seen: string[] = []
  const refusing = createHttp2Server().on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined)
    stream.resume().on('end', () => {
      seen.push('refused')
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
    })
  })
  const serving = createHttp2Server().on('stream', (stream: ServerHttp2Stream) => {
    seen.push('served')
    stream.respond({ ':status': 200 })
    stream.pipe(stream)
  })
  const servers = [refusing, serving]
  const sessions: ClientHttp2Session[] = []
  for (const [index, server] of servers.entries()) {
    const path = join(directory, `${index}.sock`)
    await once(server.listen(path), 'listening')
    sessions.push(connectHttp2('http://control', { createConnection: () => connectSocket(path) }))
  }
  const left = [...sessions]
  const path = join(directory, 'local.sock')
  const local = await listenLocally(
    path,
    forwardToControl({ isServed: () => true, session: async () => left.shift() }),
  )
  try {
    const request = requestLocally({ socketPath: path, method: 'POST', path: '/call' })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { seen, status: response.statusCode, body: await buffer(response) }
  } finally {
    local.close()
    for (const session of sessions) session.destroy()
    for (const server of servers) server.close()
    await rm(directory, { recursive: true })
  }
}

test('a call that a control process refuses unprocessed goes to another one, with its body', async () => {
  const body = randomBytes(60_000)
  expect(await forwardPast(body)).toEqual({ seen: ['refused', 'served'], status: 200, body })
})

test('a refused call with a large body fails as unavailable, because the body is not kept', async () => {
  const { seen, status } = await forwardPast(randomBytes(200_000))
  expect({ seen, status }).toEqual({ seen: ['refused'], status: 503 })
})

test('a node that was removed is refused at its next link', async () => {
  const { identity } = await world.join({ name: 'removed' })
  const dial = async () => {
    const socket = await dialControl(
      {
        address: replica(0).address,
        protocol: linkProtocols.toNode,
        authority: identity.authority,
        own: identity.agent,
      },
      AbortSignal.timeout(60_000),
    )
    const linked = new Promise((resolve) => {
      const stop = replica(0).links.onLink((nodeId) => {
        if (nodeId !== identity.nodeId) return
        stop()
        resolve('linked')
      })
    })
    const outcome = await Promise.race([linked, once(socket, 'close').then(() => 'refused')])
    socket.destroy()
    return outcome
  }
  expect(await dial()).toBe('linked')
  await world.store.revokeMember(identity.nodeId)
  expect(await dial()).toBe('refused')
})

test('a proxy of a node cannot link as the node', async () => {
  const { identity } = await world.join({ name: 'proxied' })
  const socket = await dialControl(
    {
      address: replica(0).address,
      protocol: linkProtocols.toControl,
      authority: identity.authority,
      own: identity.proxy,
    },
    AbortSignal.timeout(60_000),
  )
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('a node talks to no control process of another cluster', async () => {
  const other = await startLinkWorld()
  try {
    const { identity } = await other.join({ name: 'other' })
    const options = { protocol: linkProtocols.toControl, authority: identity.authority, own: identity.agent }
    await expect(
      dialControl({ ...options, address: replica(0).address }, AbortSignal.timeout(60_000)),
    ).rejects.toThrow()
  } finally {
    await other.stop()
  }
})

test('a link whose other end is gone without a word is closed', async () => {
  const held: Socket[] = []
  // Takes everything and answers nothing, as a machine does that lost its network.
  const silent = createServer((socket) => void held.push(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const session = connectHttp2(`http://127.0.0.1:${address.port}`)
  session.on('error', () => undefined)
  const closed = new Promise((resolve) => session.once('close', resolve))
  keepSessionAlive(session, { everyMs: 20, answerMs: 50 })
  await closed
  for (const socket of held) socket.destroy()
  silent.close()
})

test('a link that connects after its first ping was due is never pinged', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => void held.push(socket))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const due = Promise.withResolvers<void>()
  const lookup: LookupFunction = (_host, _options, found) =>
    void due.promise.then(() => found(null, [{ address: '127.0.0.1', family: 4 }]))
  const session = connectHttp2('http://node', {
    createConnection: () => connectSocket({ host: 'node', port, lookup, autoSelectFamily: true }),
  })
  session.on('error', () => undefined)
  const closed = new Promise((resolve) => session.once('close', resolve))
  keepSessionAlive(session, { everyMs: 1, answerMs: 50 })
  setTimeout(() => due.resolve(), 20)
  await closed
  for (const socket of held) socket.destroy()
  silent.close()
})

test('a link whose other end stops to answer is told from the others before it is closed', async () => {
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const session = connectHttp2(`http://127.0.0.1:${address.port}`)
  session.on('error', () => undefined)
  const health = keepSessionAlive(session, { everyMs: 20, answerMs: 600_000 })
  expect(health.isAnswering()).toBe(true)
  await expect.poll(() => health.isAnswering()).toBe(false)
  expect(session.destroyed).toBe(false)
  session.destroy()
  silent.close()
})

test('control knows which nodes it can reach', async () => {
  const own = await startLinkWorld()
  try {
    const { nodeId, agent } = await own.addNode()
    const [{ links }] = own.replicas as [Replica]
    expect([links.isReachable(nodeId), links.isReachable('unknown')]).toEqual([true, false])
    await agent.stop()
    await expect.poll(() => links.isReachable(nodeId)).toBe(false)
  } finally {
    await own.stop()
  }
})

test('a link that answers stays open', async () => {
  const server = createHttp2Server()
  const pings: number[] = []
  server.on('session', (session) => {
    session.on('ping', () => pings.push(1))
    session.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const session = connectHttp2(`http://127.0.0.1:${address.port}`)
  const health = keepSessionAlive(session, { everyMs: 10, answerMs: 10_000 })
  await expect.poll(() => pings.length).toBeGreaterThan(3)
  await expect.poll(() => health.isAnswering()).toBe(true)
  expect(session.destroyed).toBe(false)
  session.destroy()
  server.close()
})
