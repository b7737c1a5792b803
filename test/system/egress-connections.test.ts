import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientHello, type EgressWorld, openEgressWorld } from './egress-world.ts'

const away = '203.0.113.9'
const deniesAll = ['0.0.0.0/0']

let world: EgressWorld
beforeEach(async () => {
  world = await openEgressWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

describe('an open connection', () => {
  it('carries bytes both ways, also where the server speaks first', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    const peer = await server.next()
    peer.send('SSH-2.0-server')
    await client.until(/SSH-2\.0-server/)
    client.send('SSH-2.0-client')
    await peer.until(/SSH-2\.0-client/)
    expect(world.network.dialled).toEqual([`${away}:22`])
  })

  it.each(['guest', 'server'])('stays open one way when the %s has ended the other', async (first) => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    const peer = await server.next()
    const [early, late] = first === 'guest' ? [client, peer] : [peer, client]
    early.socket.end('question')
    expect(await late.ended()).toEqual({ text: 'question', how: 'end' })
    late.socket.end('answer')
    expect(await early.ended()).toEqual({ text: 'answer', how: 'end' })
  })

  it('is reset on one side when the other side resets it', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    client.send('x')
    const peer = await server.next()
    await peer.until(/x/)
    peer.socket.resetAndDestroy()
    expect((await client.ended()).how).toBe('reset')

    const other = await guest.open(away, 22)
    other.send('x')
    const otherPeer = await server.next()
    await otherPeer.until(/x/)
    other.socket.resetAndDestroy()
    expect((await otherPeer.ended()).how).toBe('reset')
  })

  it('goes at the pace of the slower side, with bounded memory', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22, (peer) => peer.socket.pause())
    const client = await guest.open(away, 22)
    await server.next()
    const chunk = Buffer.alloc(1024 * 1024)
    let sent = 0
    while (client.socket.write(chunk) && sent < 64) sent += 1
    // Nobody reads: the writer is held up long before this much has gone.
    expect(client.socket.writableLength).toBeGreaterThan(0)
    expect(sent).toBeLessThan(64)
  })

  it('carries more than any buffer, whole', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    const peer = await server.next()
    peer.socket.removeAllListeners('data')
    let received = 0
    peer.socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    client.socket.end(Buffer.alloc(20 * 1024 * 1024, 7))
    await once(peer.socket, 'end')
    expect(received).toBe(20 * 1024 * 1024)
    peer.socket.end()
    await client.ended()
    const { sandboxes } = await world.rpc.listTraffic({})
    expect(sandboxes.find(({ sandboxId }) => sandboxId === guest.id)?.sentBytes).toBe(20n * 1024n * 1024n)
  })

  it('to where nobody is ends in a reset', async () => {
    const guest = await world.addGuest()
    const client = await guest.open(away, 22)
    expect((await client.ended()).how).toBe('reset')
    expect(await guest.denials()).toEqual([])
  })

  it('goes on when the policy changes; the next one follows the new policy', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    const peer = await server.next()
    await guest.setPolicy({ denyOut: deniesAll })
    client.send('still here')
    await peer.until(/still here/)
    const late = await guest.open(away, 22)
    expect((await late.ended()).how).toBe('reset')
    expect(server.peers).toHaveLength(1)
    await guest.setPolicy({})
    await guest.open(away, 22)
    await server.next()
  })

  it('is one of a thousand at once', async () => {
    const guest = await world.addGuest()
    await world.listen(away, 22, (peer) => peer.socket.pipe(peer.socket))
    const clients = await Promise.all(Array.from({ length: 1000 }, () => guest.open(away, 22)))
    await Promise.all(
      clients.map(async (client, i) => {
        client.socket.end(`<${i}>`)
        expect(await client.ended()).toEqual({ text: `<${i}>`, how: 'end' })
      }),
    )
  })
})

describe('a refused connection', () => {
  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
    '198.18.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ])('to %s is reset whatever the policy allows, and never dialled', async (address) => {
    const guest = await world.addGuest({ allowOut: ['0.0.0.0/0', '*'], denyOut: deniesAll })
    for (const [port, bytes] of [
      [22, ''],
      [443, clientHello('example.com')],
      [80, 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ] as const) {
      const client = await guest.open(address, port)
      if (bytes !== '') client.send(bytes)
      const { text, how } = await client.ended()
      if (port !== 80) expect({ text, how }).toEqual({ text: '', how: 'reset' })
    }
    expect(world.network.dialled).toEqual([])
    expect(world.network.asked).toEqual([])
    expect((await guest.denials()).every(({ rule }) => rule.startsWith('closed range'))).toBe(true)
  })

  it('to an address of the node is reset, also where that is a public one', async () => {
    world.network.ownAddresses.add(away)
    const guest = await world.addGuest({ allowOut: [away] })
    const client = await guest.open(away, 22)
    expect((await client.ended()).how).toBe('reset')
    expect(await guest.denials()).toMatchObject([{ address: away, port: 22, rule: 'address of the node' }])
    expect(world.network.dialled).toEqual([])
  })

  it('is listed once with a count, for its own sandbox only', async () => {
    const guest = await world.addGuest({ denyOut: ['203.0.113.0/24'] })
    const other = await world.addGuest()
    for (let i = 0; i < 3; i++) await (await guest.open(away, 22)).ended()
    expect(await guest.denials()).toEqual([
      { name: '', address: away, port: 22, rule: 'denyOut 203.0.113.0/24', count: 3 },
    ])
    expect(await other.denials()).toEqual([])
  })

  it('on port 80 is answered with what and why', async () => {
    const guest = await world.addGuest({ denyOut: deniesAll })
    const client = await guest.open(away, 80)
    client.send('GET / HTTP/1.1\r\nHost: Example.com\r\n\r\n')
    const { text, how } = await client.ended()
    expect(how).toBe('end')
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(text).toContain('This sandbox may not reach example.com: denyOut 0.0.0.0/0.')
    client.socket.end()
    expect(await guest.denials()).toMatchObject([{ name: 'example.com', address: away, port: 80 }])
  })

  it('on port 443 is listed with the name it asked for', async () => {
    const guest = await world.addGuest({ denyOut: deniesAll })
    const client = await guest.open(away, 443)
    client.send(clientHello('example.com'))
    expect((await client.ended()).how).toBe('reset')
    expect(await guest.denials()).toMatchObject([{ name: 'example.com', port: 443 }])
  })
})

describe('a source', () => {
  it('that no living sandbox has gets nothing', async () => {
    await world.listen(away, 22)
    world.network.send('127.78.0.1', { address: away, port: 22 })
    const socket = net.connect({ host: '127.0.0.1', port: world.port, localAddress: '127.78.0.1' })
    const [error] = await once(socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(world.network.dialled).toEqual([])
  })

  it('whose sandbox is told of a moment later is served then', async () => {
    const server = await world.listen(away, 22)
    const served = server.next().then(() => true)
    const attempt = async (count: number) => {
      const address = `127.78.2.${count}`
      world.network.send(address, { address: away, port: 22 })
      const socket = net.connect({ host: '127.0.0.1', port: world.port, localAddress: address })
      socket.on('error', () => undefined)
      const closed = new Promise<false>((resolve) => socket.once('close', () => resolve(false)))
      await once(socket, 'connect')
      await world.sandboxes.add(`late-${count}`, address)
      const isServed = await Promise.race([served, closed])
      socket.destroy()
      return isServed
    }
    // A connection waits two seconds for its sandbox, which a busy machine may take.
    let count = 1
    while (!(await attempt(count))) count += 1
  })

  it('that cannot be told where it was going gets nothing', async () => {
    await world.sandboxes.add('direct', '127.78.0.3')
    const socket = net.connect({ host: '127.0.0.1', port: world.port, localAddress: '127.78.0.3' })
    const [error] = await once(socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('the end of a sandbox', () => {
  it('resets its connections, and those of no other', async () => {
    const guest = await world.addGuest()
    const other = await world.addGuest()
    const server = await world.listen(away, 22)
    const client = await guest.open(away, 22)
    const peer = await server.next()
    const otherClient = await other.open(away, 22)
    const otherPeer = await server.next()
    await world.sandboxes.end(guest.id)
    expect((await client.ended()).how).toBe('reset')
    expect((await peer.ended()).how).toBe('reset')
    otherClient.send('alive')
    await otherPeer.until(/alive/)
  })

  it('leaves its address to the next one, under the policy of that', async () => {
    const first = await world.addGuest()
    await world.sandboxes.end(first.id)
    const generation = await world.sandboxes.add('next', first.address, {
      egress: { allowOut: [], denyOut: deniesAll },
    })
    await world.rpc.awaitSandbox({ sandboxId: 'next', generation })
    const client = await first.open(away, 22)
    expect((await client.ended()).how).toBe('reset')
    expect((await world.rpc.listDenials({ sandboxId: 'next' })).denials).toHaveLength(1)
  })
})

describe('before a checkpoint', () => {
  it('every connection of the sandbox is reset and counted, and for a while no new one is had', async () => {
    const guest = await world.addGuest()
    const server = await world.listen(away, 22)
    const clients = await Promise.all([guest.open(away, 22), guest.open(away, 22)])
    await server.next()
    await server.next()
    expect(await world.rpc.resetConnections({ sandboxId: guest.id, refuseMs: 30_000 })).toMatchObject({
      count: 2,
    })
    for (const client of clients) expect((await client.ended()).how).toBe('reset')
    expect((await (await guest.open(away, 22)).ended()).how).toBe('reset')
    await world.rpc.resetConnections({ sandboxId: guest.id })
    await guest.open(away, 22)
    await server.next()
  })

  it('what the egress gateway has listed of refusals is not forgotten, nor what was carried', async () => {
    const guest = await world.addGuest({ denyOut: ['203.0.113.7'] })
    await (await guest.open('203.0.113.7', 22)).ended()
    const before = await guest.denials()
    await world.sandboxes.show(guest.id, { phase: 'capturing' })
    await expect.poll(async () => (await (await guest.open(away, 22)).ended()).how).toBe('reset')
    expect(await guest.denials()).toEqual(before)
    await world.sandboxes.show(guest.id, { phase: 'running', egress: { allowOut: [], denyOut: [] } })
    const server = await world.listen(away, 22)
    await guest.open(away, 22)
    await server.next()
    expect(await guest.denials()).toEqual(before)
  })

  it('a connection that still waits to be decided is reset as well', async () => {
    const guest = await world.addGuest({ allowOut: ['example.com'], denyOut: deniesAll })
    const client = await guest.open(away, 443)
    while (
      (await world.rpc.listTraffic({})).sandboxes.find(({ sandboxId }) => sandboxId === guest.id)
        ?.openConnections !== 1
    );
    expect(await world.rpc.resetConnections({ sandboxId: guest.id })).toMatchObject({ count: 1 })
    expect((await client.ended()).how).toBe('reset')
  })
})

it('one sandbox has so many connections at once, and more are refused and seen', async () => {
  const guest = await world.addGuest()
  const other = await world.addGuest()
  await world.listen(away, 22)
  const clients = []
  for (let i = 0; i < 2048; i++) clients.push(await guest.open(away, 22))
  expect((await (await guest.open(away, 22)).ended()).how).toBe('reset')
  expect(await guest.denials()).toMatchObject([{ rule: 'connection limit of the sandbox' }])
  const server = await world.listen('203.0.113.10', 22)
  await other.open('203.0.113.10', 22)
  await server.next()
  for (const client of clients) client.socket.destroy()
})

it('beyond as many connections as there can be over all sandboxes none is accepted, until one has ended', async () => {
  await using small = await openEgressWorld({ connectionsMax: 2 })
  const guests = [await small.addGuest(), await small.addGuest(), await small.addGuest()] as const
  const server = await small.listen(away, 22)
  const first = await guests[0].open(away, 22)
  await server.next()
  await guests[1].open(away, 22)
  await server.next()
  await (await guests[2].open(away, 22)).ended()
  first.socket.resetAndDestroy()
  const open = async () => (await small.rpc.listTraffic({})).sandboxes.map((each) => each.openConnections)
  await expect.poll(open).toEqual([0, 1, 0])
  await guests[2].open(away, 22)
  await server.next()
})

it('a stop resets what is open and returns', async () => {
  const guest = await world.addGuest()
  const server = await world.listen(away, 22)
  const client = await guest.open(away, 22)
  await server.next()
  await world.stop()
  expect((await client.ended()).how).toBe('reset')
})
