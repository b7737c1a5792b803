import { Protocol } from '@cay/contract/gen/egress/egress_pb.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientHello, type EgressWorld, type Guest, type Listener, openEgressWorld } from './egress-world.ts'

const genuine = '203.0.113.80'
const elsewhere = '198.51.100.66'
const allowed = { allowOut: ['example.com', '*.example.org'], denyOut: ['0.0.0.0/0'] }
const get = (host: string, path = '/') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

let world: EgressWorld
let guest: Guest
let http: Listener
let tls: Listener

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest(allowed)
  world.network.name('example.com', genuine)
  world.network.name('a.b.example.org', genuine)
  http = await world.listen(genuine, 80)
  tls = await world.listen(genuine, 443)
})
afterEach(() => world[Symbol.asyncDispose]())

/** What the client gets for these bytes when it goes to `elsewhere`; nothing of it may have been dialled. */
async function expectRefused(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const client = await guest.open(elsewhere, port)
  for (const piece of pieces) client.send(piece)
  const { text } = await client.ended()
  expect(world.network.dialled).toEqual([])
  expect(await guest.denials()).not.toEqual([])
  return text
}

describe('an allowed name', () => {
  it.each(['example.com', 'EXAMPLE.com', 'example.com.', 'a.b.example.org'])(
    'is dialled as it is resolved here, wherever the sandbox took %s for: HTTP',
    async (name) => {
      const client = await guest.open(elsewhere, 80)
      client.send(get(name))
      const peer = await http.next()
      // Untouched.
      await peer.until(new RegExp(`^GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n$`))
      peer.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
      expect((await client.ended()).text).toMatch(/hi$/)
      expect(world.network.dialled).toEqual([`${genuine}:80`])
    },
  )

  it('is dialled as it is resolved here: TLS, with a forged address and in pieces', async () => {
    const client = await guest.open(elsewhere, 443)
    const hello = clientHello('Example.com')
    for (let at = 0; at < hello.length; at += 10) {
      client.send(hello.subarray(at, at + 10))
      await new Promise(setImmediate)
    }
    const peer = await tls.next()
    expect(await peer.until(/Example\.com/)).toBe(hello.toString('latin1'))
    client.send('more')
    await peer.until(/more$/)
    expect(world.network.dialled).toEqual([`${genuine}:443`])
  })

  it('is tried at its next address when the first does not answer', async () => {
    world.network.name('example.com', '203.0.113.81', genuine)
    const client = await guest.open(elsewhere, 80)
    client.send(get('example.com'))
    await http.next()
    expect(world.network.dialled).toEqual(['203.0.113.81:80', `${genuine}:80`])
  })

  it('that is not there, or cannot be asked for, ends in a reset without a denial', async () => {
    world.network.names.delete('example.com')
    const client = await guest.open(elsewhere, 443)
    client.send(clientHello('example.com'))
    expect((await client.ended()).how).toBe('reset')
    expect(await guest.denials()).toEqual([])
  })

  it('opens no other port', async () => {
    const client = await guest.open(genuine, 8080)
    client.send(get('example.com'))
    expect((await client.ended()).how).toBe('reset')
    expect(world.network.dialled).toEqual([])
  })
})

describe('a name that leads inside', () => {
  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '0.0.0.0'])(
    'to %s is refused',
    async (address) => {
      world.network.name('example.com', address)
      expect(await expectRefused(80, get('example.com'))).toContain('example.com leads to closed range')
      expect(await expectRefused(443, clientHello('example.com'))).toBe('')
    },
  )

  it('to an address of the node is refused', async () => {
    world.network.ownAddresses.add(genuine)
    expect(await expectRefused(80, get('example.com'))).toContain('leads to an address of the node')
  })

  it('by way of another name is refused', async () => {
    const answers = [
      { name: 'example.com', type: 'CNAME', data: 'internal.example.net' },
      { name: 'internal.example.net', type: 'A', data: '10.0.0.7' },
    ] as const
    world.network.names.set('example.com', { code: 0, answers, authorities: [], isTruncated: false })
    expect(await expectRefused(80, get('example.com'))).toContain('leads to closed range 10.0.0.0/8')
  })

  it('at one address of several is dialled at the others only', async () => {
    world.network.name('example.com', '10.0.0.1', genuine)
    const client = await guest.open(elsewhere, 80)
    client.send(get('example.com'))
    await http.next()
    expect(world.network.dialled).toEqual([`${genuine}:80`])
  })
})

describe('other names', () => {
  it.each([
    'example.org',
    'evil-example.org',
    'example.com.evil.net',
    'notexample.com',
    'com',
    'xn--exmple-cua.com',
    elsewhere,
  ])('%s is refused, with the reason over HTTP', async (name) => {
    expect(await expectRefused(80, get(name))).toContain(`403 Forbidden`)
    expect(await expectRefused(443, clientHello(name))).toBe('')
  })
})

describe('what could be read in two ways', () => {
  it.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: example.com\r\nHost: evil.net\r\n\r\n'],
    ['a target that disagrees', 'GET http://evil.net/ HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['a user in the target', 'GET http://example.com@evil.net/ HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['a NUL', get('example.com\0.evil.net')],
    ['a bare line feed', 'GET / HTTP/1.1\r\nX: a\nHost: evil.net\r\nHost: example.com\r\n\r\n'],
    ['a bare carriage return', 'GET / HTTP/1.1\r\nX: a\rHost: evil.net\r\nHost: example.com\r\n\r\n'],
    ['a folded line', 'GET / HTTP/1.1\r\nHost: example.com\r\n evil.net\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT evil.net:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['HTTP/2 at once', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS on the port of HTTP', clientHello('example.com')],
    ['a head over its bound', `GET / HTTP/1.1\r\nHost: example.com\r\nX: ${'x'.repeat(20_000)}`],
    ['a request line of a MiB', `GET /${'x'.repeat(1024 * 1024)}`],
  ])('goes nowhere: %s', async (_, bytes) => {
    await expectRefused(80, bytes)
  })

  it.each([
    ['HTTP on the port of TLS', get('example.com')],
    ['garbage', Buffer.from([22, 3, 1, 0xff, 0xff, 1, 2, 3])],
    ['a name with a NUL', clientHello('example.com\0.evil.net')],
    ['a name with a line end', clientHello('example.com\r\n')],
    ['a hello that would be over its bound', Buffer.from([22, 3, 1, 0x40, 0, 1, 0, 0x50, 0])],
  ])('goes nowhere: %s', async (_, bytes) => {
    expect(await expectRefused(443, bytes)).toBe('')
  })

  it('goes nowhere: nothing at all, after a while', async () => {
    const client = await guest.open(elsewhere, 443)
    expect((await client.ended()).how).toBe('reset')
    expect(world.network.dialled).toEqual([])
  })

  it('goes nowhere: an end before the name', async () => {
    const client = await guest.open(elsewhere, 443)
    client.socket.end(clientHello('example.com').subarray(0, 20))
    await client.ended()
    expect(world.network.dialled).toEqual([])
  })

  it('goes where its address may', async () => {
    await guest.setPolicy({ ...allowed, allowOut: [...allowed.allowOut, elsewhere] })
    const server = await world.listen(elsewhere, 443)
    const client = await guest.open(elsewhere, 443)
    client.send(get('example.com'))
    const peer = await server.next()
    await peer.until(/GET/)
  })
})

describe('a kept connection', () => {
  it('carries further requests to its host', async () => {
    const client = await guest.open(elsewhere, 80)
    client.send(get('example.com', '/1'))
    const peer = await http.next()
    await peer.until(/\/1/)
    client.send(
      `POST /2 HTTP/1.1\r\nHost: example.com\r\nContent-Length: 2\r\n\r\nhi${get('example.com', '/3')}`,
    )
    await peer.until(/\/2.*hi.*\/3/s)
  })

  it.each([
    ['evil.net', get('evil.net')],
    ['another that is allowed', get('a.b.example.org')],
    ['nobody', 'GET / HTTP/1.0\r\n\r\n'],
    [
      'the insides of a body that is none',
      `POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n${get('evil.net')}`,
    ],
  ])('is reset at a request to %s, which goes nowhere', async (_, later) => {
    const client = await guest.open(elsewhere, 80)
    client.send(get('example.com', '/first'))
    const peer = await http.next()
    await peer.until(/first/)
    client.send(later)
    expect((await client.ended()).how).toBe('reset')
    expect((await peer.ended()).text).not.toMatch(/evil|a\.b|1\.0/)
    expect(await guest.denials()).toMatchObject([{ rule: 'request to another host on the same connection' }])
  })

  it('is reset also when the other request came in the first bytes', async () => {
    const client = await guest.open(elsewhere, 80)
    client.send(`${get('example.com')}${get('evil.net')}`)
    expect((await client.ended()).how).toBe('reset')
  })

  it('is not watched where the address is open', async () => {
    await guest.setPolicy({ allowOut: [elsewhere], denyOut: ['0.0.0.0/0'] })
    const server = await world.listen(elsewhere, 80)
    const client = await guest.open(elsewhere, 80)
    client.send(`${get('one.net')}${get('two.net')}`)
    await (await server.next()).until(/two\.net/)
  })
})

describe('a switch of protocols', () => {
  const upgrade = (protocol: string) =>
    `GET / HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`

  it('to websocket opens the connection once the server agrees', async () => {
    const client = await guest.open(elsewhere, 80)
    client.send(upgrade('websocket'))
    const peer = await http.next()
    await peer.until(/websocket/)
    peer.send('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    await client.until(/101/)
    client.send(get('evil.net'))
    await peer.until(/evil\.net/)
    peer.send('pong')
    await client.until(/pong/)
  })

  it('that the server does not agree to opens nothing', async () => {
    const client = await guest.open(elsewhere, 80)
    client.send(`${upgrade('websocket')}${get('evil.net')}`)
    const peer = await http.next()
    await peer.until(/websocket/)
    peer.send('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    expect((await client.ended()).how).toBe('reset')
    expect((await peer.ended()).text).not.toContain('evil')
  })

  it('to HTTP/2 is refused', async () => {
    const client = await guest.open(elsewhere, 80)
    client.send(upgrade('h2c'))
    expect((await client.ended()).text).toMatch(/^HTTP\/1.1 403 .*upgrade to other than websocket/s)
    expect(http.peers.length).toBeLessThanOrEqual(1)
    expect(await guest.denials()).toMatchObject([{ rule: 'upgrade to other than websocket' }])
  })
})

it('what is refused is told to the keeper of logs, each once, also when it comes late', async () => {
  await expectRefused(80, get('evil.net'))
  await expectRefused(80, get('evil.net'))
  const told: { sandboxId: string; name: string | undefined }[] = []
  for await (const { event } of world.rpc.watchDenials({})) {
    if (event.case !== 'denied') continue
    told.push({ sandboxId: event.value.sandboxId, name: event.value.denial?.name })
    if (told.length === 1) await expectRefused(80, get('worse.net'))
    if (told.length === 2) break
  }
  expect(told).toEqual(['evil.net', 'worse.net'].map((name) => ({ sandboxId: guest.id, name })))
})

it('packets that the node has refused are listed beside, by the rule that closes their destination', async () => {
  const guest = await world.addGuest({ denyOut: ['203.0.113.0/24'] })
  const packets = [
    { protocol: Protocol.UDP, address: '203.0.113.9', port: 443, count: 3n },
    { protocol: Protocol.ICMP, address: '10.0.0.1', port: 0, count: 1n },
    { protocol: Protocol.TCP, address: '10.0.0.1', port: 0, count: 9n, isOverShare: true },
  ]
  await world.rpc.reportPackets({ sandboxId: guest.id, packets })
  await world.rpc.reportPackets({ sandboxId: guest.id, packets: packets.slice(0, 1) })
  await world.rpc.reportPackets({ sandboxId: 'unknown', packets })
  expect(await guest.denials()).toMatchObject([
    { address: '203.0.113.9', port: 443, rule: 'denyOut 203.0.113.0/24', count: 6 },
    { address: '10.0.0.1', port: 0, rule: 'closed range 10.0.0.0/8', count: 1 },
    { address: '10.0.0.1', port: 0, rule: 'connection limit or rate limit of the sandbox', count: 9 },
  ])
})

it('a name is dialled under the policy of that moment', async () => {
  const client = await guest.open(elsewhere, 443)
  client.send(clientHello('example.com').subarray(0, 20))
  await guest.setPolicy({ denyOut: ['0.0.0.0/0'] })
  client.send(clientHello('example.com').subarray(20))
  expect((await client.ended()).how).toBe('reset')
  expect(world.network.dialled).toEqual([])
})
