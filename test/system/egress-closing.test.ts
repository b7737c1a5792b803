import { once } from 'node:events'
import type net from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ask, askHttp2, openTlsAs, serve, speakHttp2 } from './egress-https.ts'
import { serveSocks } from './egress-proxies.ts'
import { type EgressWorld, type Guest, openEgressWorld, type Policy } from './egress-world.ts'

const genuine = '203.0.113.80'
const elsewhere = '198.51.100.66'
const name = 'api.example.com'
const deniesAll = { denyOut: ['0.0.0.0/0'] }
const byName = { allowOut: [name], ...deniesAll }
const withHeader = (value: string) => ({
  rules: { [name]: [{ transform: { headers: { Authorization: value }, allowHttp: true } }] },
})

let world: EgressWorld
let guest: Guest

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest()
  world.network.name(name, genuine)
  world.network.name('proxy.example.com', '203.0.113.99')
})
afterEach(() => world[Symbol.asyncDispose]())

/** As a `PUT …/network` with `closeExisting` comes to the gateway. Returns how many connections were closed. */
async function replacePolicy(policy: Policy): Promise<number> {
  await guest.setPolicy(policy)
  return (await world.rpc.closeDisallowed({ sandboxId: guest.id })).count
}

describe('connections by address, when the policy changes and what it refuses is to be closed', () => {
  it('are closed where it denies them, on both sides, and the others go on', async () => {
    const refused = await world.listen(genuine, 22)
    const kept = await world.listen(elsewhere, 22)
    const [client, other] = [await guest.open(genuine, 22), await guest.open(elsewhere, 22)]
    const [peer, otherPeer] = [await refused.next(), await kept.next()]
    expect(await replacePolicy({ denyOut: [genuine] })).toBe(1)
    expect((await client.ended()).how).toBe('reset')
    expect((await peer.ended()).how).toBe('reset')
    other.send('still here')
    await otherPeer.until(/still here/)
  })

  it('are closed where only their name would be let out: nobody has looked where it leads', async () => {
    await serve(world, { address: elsewhere, port: 80 })
    const { socket } = await guest.open(elsewhere, 80)
    expect((await ask(socket, name)).status).toBe(200)
    const closed = once(socket, 'close')
    expect(await replacePolicy(byName)).toBe(1)
    await closed
  })

  it('are closed while they are dialled', async () => {
    const { promise: neverDialled } = Promise.withResolvers<net.Socket>()
    const dialled = new Promise<AbortSignal>((resolve) => {
      world.network.dial = async (_, signal) => {
        resolve(signal)
        return await neverDialled
      }
    })
    await guest.open(genuine, 22)
    const signal = await dialled
    expect(await replacePolicy(deniesAll)).toBe(1)
    expect(signal.aborted).toBe(true)
  })

  it('are left while nobody knows whom they are for: the new policy decides', async () => {
    await guest.setPolicy(byName)
    const client = await guest.open(genuine, 80)
    expect(await replacePolicy(deniesAll)).toBe(0)
    client.send(`GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`)
    expect((await client.ended()).text).toContain('403')
  })
})

describe('connections by name, when the policy changes and what it refuses is to be closed', () => {
  async function openKept() {
    await serve(world, { address: genuine, port: 80 })
    await guest.setPolicy(byName)
    const { socket } = await guest.open(elsewhere, 80)
    expect((await ask(socket, name)).status).toBe(200)
    return socket
  }

  it.each<[string, Policy]>([
    ['its name is allowed still', { allowOut: ['*.example.com'], ...deniesAll }],
    ['the address that it leads to is', { allowOut: [genuine], ...deniesAll }],
  ])('a kept HTTP connection goes on where %s', async (_, policy) => {
    const socket = await openKept()
    expect(await replacePolicy(policy)).toBe(0)
    expect((await ask(socket, name)).status).toBe(200)
  })

  it.each<[string, Policy]>([
    ['its name is allowed no more', { allowOut: ['other.example.com'], ...deniesAll }],
    ['only the address is allowed that the sandbox took it for', { allowOut: [elsewhere], ...deniesAll }],
    ['the address that it leads to is denied', { denyOut: [genuine] }],
  ])('a kept HTTP connection is closed where %s', async (_, policy) => {
    const socket = await openKept()
    const closed = once(socket, 'close')
    expect(await replacePolicy(policy)).toBe(1)
    await closed
  })

  it('a WebSocket is closed', async () => {
    const { server } = await serve(world, { address: genuine, port: 80 })
    const sockets = new WebSocketServer({ server: server as never })
    sockets.on('connection', (client) => client.on('message', (message) => client.send(`back ${message}`)))
    await guest.setPolicy(byName)
    const { socket } = await guest.open(elsewhere, 80)
    const client = new WebSocket(`ws://${name}/`, { createConnection: () => socket })
    client.on('error', () => undefined)
    await once(client, 'open')
    client.send('hello')
    expect(String((await once(client, 'message'))[0])).toBe('back hello')
    const closed = once(client, 'close')
    expect(await replacePolicy(deniesAll)).toBe(1)
    await closed
  })
})

describe('connections with headers, when the policy changes and what it refuses is to be closed', () => {
  const serveHttps = (speaksHttp2 = false) =>
    serve(world, { address: genuine, port: 443, names: [name], speaksHttp2 })

  it('go on where the rule is the same, in a policy that is written anew', async () => {
    await serveHttps()
    await guest.setPolicy(withHeader('mine'))
    const connection = await openTlsAs(world, guest, { address: genuine, name })
    expect((await ask(connection, name)).body).toBe('seen mine')
    expect(await replacePolicy({ ...withHeader('mine'), denyOut: [elsewhere] })).toBe(0)
    expect((await ask(connection, name)).body).toBe('seen mine')
  })

  it.each<[string, Policy]>([
    ['has another value', withHeader('another')],
    ['is gone', {}],
    ['is the same, and its host is denied', { ...withHeader('mine'), ...deniesAll }],
  ])('are closed where the rule %s: HTTP, HTTPS and HTTP/2', async (_, policy) => {
    await serve(world, { address: genuine, port: 80 })
    await serveHttps(true)
    await guest.setPolicy(withHeader('mine'))
    const { socket } = await guest.open(genuine, 80)
    const connection = await openTlsAs(world, guest, { address: genuine, name })
    const overHttp2 = await openTlsAs(world, guest, { address: genuine, name, protocols: ['h2'] })
    const session = speakHttp2(world, name, overHttp2)
    for (const answer of [ask(socket, name), ask(connection, name), askHttp2(session, { ':path': '/' })])
      expect((await answer).body).toBe('seen mine')
    const closed = [socket, connection, session].map((each) => {
      each.on('error', () => undefined)
      return new Promise((resolve) => each.once('close', resolve))
    })
    expect(await replacePolicy(policy)).toBe(3)
    await Promise.all(closed)
  })

  it('are closed where nobody can say whether the rule is the same', async () => {
    await serveHttps()
    await guest.setPolicy(withHeader('mine'))
    const connection = await openTlsAs(world, guest, { address: genuine, name })
    connection.on('error', () => undefined)
    expect((await ask(connection, name)).body).toBe('seen mine')
    const closed = new Promise((resolve) => connection.once('close', resolve))
    world.vault.isDown = true
    expect(await replacePolicy(withHeader('another'))).toBe(1)
    await closed
  })
})

describe('connections through a proxy, when the policy changes and what it refuses is to be closed', () => {
  const proxy = { address: 'proxy.example.com:1080' }

  async function openThrough(policy: Policy, to: string) {
    const { server } = await serve(world, { address: genuine, port: 80 })
    const { port } = server.address() as { port: number }
    await serveSocks(world, { address: '203.0.113.99', port: 1080, lead: () => port })
    await guest.setPolicy(policy)
    const { socket } = await guest.open(to, 80)
    expect((await ask(socket, name)).status).toBe(200)
    return socket
  }

  it.each<[string, Policy, Policy]>([
    ['an address that is allowed', { proxy }, { proxy, denyOut: [elsewhere] }],
    ['a name that is allowed', { proxy, ...byName }, { proxy, allowOut: ['*'], ...deniesAll }],
  ])('go on to %s, where the proxy is the same', async (_, before, after) => {
    const socket = await openThrough(before, genuine)
    expect(await replacePolicy(after)).toBe(0)
    expect((await ask(socket, name)).status).toBe(200)
  })

  it.each<[string, Policy, Policy]>([
    ['its address is denied', { proxy }, { proxy, denyOut: [genuine] }],
    [
      'only the proxy knows where its name leads, and something is denied',
      { proxy, ...byName },
      { proxy, denyOut: [elsewhere] },
    ],
    ['the proxy is another', { proxy }, { proxy: { address: 'other.example.com:1080' } }],
    ['the proxy has another user', { proxy }, { proxy: { ...proxy, username: 'me', password: 'x' } }],
    ['there is a way without it', { proxy }, {}],
    ['there is no way without it any more', {}, { proxy }],
  ])('are closed where %s', async (_, before, after) => {
    const socket = await openThrough(before, genuine)
    const closed = once(socket, 'close')
    expect(await replacePolicy(after)).toBe(1)
    await closed
  })
})

it('a DNS query goes on: each is decided by itself', async () => {
  const client = await guest.open(genuine, 53)
  expect(await replacePolicy(deniesAll)).toBe(0)
  expect(client.socket.destroyed).toBe(false)
})
