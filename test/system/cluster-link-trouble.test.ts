/** Links that break, stall or are refused. */
import { once } from 'node:events'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { dialControl } from '@cay/agent/edge/dial-control.ts'
import { callOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import { connectToVault } from '@cay/egress/edge/vault.ts'
import { keepSessionAlive } from '@cay/kit/link/keep-alive.ts'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LinkWorld, type Replica, startLinkWorld } from './link-world.ts'

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

test('links of a node that was removed are closed in both directions, and it gets no others', async () => {
  const removed = await world.addNode()
  const kept = await world.addNode()
  const call = (nodeId: string) => callOrchestrator(replica(0).links.transportOf(nodeId)).describeNode()
  const vault = connectToVault(join(removed.directory, 'vault.sock'))
  const called = () =>
    vault.resolveValues('none', { secrets: ['a'], tokens: [] }).catch((error: Error) => error.message)
  expect(await called()).toMatch(/sandbox/)
  await world.store.removeNode(removed.nodeId)
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
      AbortSignal.timeout(5_000),
    )
    const linked = new Promise((resolve) => {
      const stop = replica(0).links.onLink(() => {
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
    AbortSignal.timeout(5_000),
  )
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('a node talks to no control process of another cluster', async () => {
  const other = await startLinkWorld()
  try {
    const { identity } = await other.join({ name: 'stranger' })
    const options = { protocol: linkProtocols.toControl, authority: identity.authority, own: identity.agent }
    await expect(
      dialControl({ ...options, address: replica(0).address }, AbortSignal.timeout(5_000)),
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
  keepSessionAlive(session, { everyMs: 10, answerMs: 10_000 })
  await expect.poll(() => pings.length).toBeGreaterThan(3)
  expect(session.destroyed).toBe(false)
  session.destroy()
  server.close()
})
