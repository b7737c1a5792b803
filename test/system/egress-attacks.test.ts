import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientHello, type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const genuine = '203.0.113.80'
const elsewhere = '198.51.100.66'
const get = (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`

let world: EgressWorld
let guest: Guest

beforeEach(async () => {
  world = await openEgressWorld()
  guest = await world.addGuest({ allowOut: ['*'], denyOut: ['0.0.0.0/0'] })
})
afterEach(() => world[Symbol.asyncDispose]())

/** Sends these bytes to a place that is denied by its address; only a name could let them out. */
async function expectNothingDialled(port: number, bytes: string | Buffer): Promise<void> {
  const client = await guest.open(elsewhere, port)
  client.send(bytes)
  await client.ended()
  expect(world.network.dialled).toEqual([])
  expect(await guest.denials()).not.toEqual([])
}

describe('where every name is allowed, an address is none', () => {
  const spellings = [
    ['dotted', '127.0.0.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal in parts', '0x7f.0.0.0x1'],
    ['octal', '0177.0.0.01'],
    ['short', '127.1'],
    ['zero', '0'],
    ['with the dot of the root', '127.0.0.1.'],
    ['of the metadata service, decimal', '2852039166'],
    ['of the metadata service, hexadecimal', '0xa9fea9fe'],
  ] as const

  it.each(spellings)('%s: HTTP', async (_, host) => {
    // Whoever would ask for it would get an answer.
    world.network.name(host, genuine)
    await expectNothingDialled(80, get(host))
  })

  it.each(spellings)('%s: TLS', async (_, host) => {
    world.network.name(host, genuine)
    await expectNothingDialled(443, clientHello(host))
  })

  it.each(['[::1]', '[::ffff:127.0.0.1]', '[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]', '[::]'])(
    'of the sixth version: %s',
    async (host) => {
      await expectNothingDialled(80, get(host))
    },
  )
})

it('a name that led outside when it was asked for, and inside when it is dialled, is refused', async () => {
  world.network.name('rebound.example.com', genuine)
  const first = await guest.open(genuine, 80)
  const server = await world.listen(genuine, 80)
  first.send(get('rebound.example.com'))
  await server.next().catch(() => undefined)
  const before = world.network.dialled.length
  world.network.name('rebound.example.com', '169.254.169.254')
  const second = await guest.open(genuine, 80)
  second.send(get('rebound.example.com'))
  expect((await second.ended()).text).toContain('leads to closed range 169.254.0.0/16')
  expect(world.network.dialled).toHaveLength(before)
})

it('TLS that names nobody goes by its address', async () => {
  // A hello without extensions.
  const nameless = Buffer.from(`160301002d010000290303${'07'.repeat(32)}000002130101000000`, 'hex')
  await expectNothingDialled(443, nameless)
  await guest.setPolicy({ allowOut: ['*', elsewhere], denyOut: ['0.0.0.0/0'] })
  const server = await world.listen(elsewhere, 443)
  const client = await guest.open(elsewhere, 443)
  client.send(nameless)
  await server.next()
})

describe('ten thousand connections that say nothing', () => {
  const sandboxes = 5
  const each = 2000
  let clients: ChildProcess

  afterEach(async () => {
    clients.kill('SIGKILL')
    await once(clients, 'exit')
  })

  it('disturb nobody', async () => {
    const guests = await Promise.all(Array.from({ length: sandboxes }, () => world.addGuest()))
    for (const { address } of guests) world.network.send(address, { address: elsewhere, port: 443 })
    for (const { setPolicy } of guests) await setPolicy({ allowOut: ['*'], denyOut: ['0.0.0.0/0'] })
    const addresses = guests.map(({ address }) => address)
    clients = spawn(
      process.execPath,
      ['-e', idleClients, JSON.stringify({ addresses, each, port: world.port })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(clients.stdout ?? clients, 'data')
    const other = await world.addGuest()
    const server = await world.listen(genuine, 22)
    const client = await other.open(genuine, 22)
    const peer = await server.next()
    peer.send('hello')
    await client.until(/hello/)
  }, 120_000)
})

/** Opens them in a process of its own, because one process may not have both ends; says so when all are open. */
const idleClients = `
const { connect } = require('node:net')
const { addresses, each, port } = JSON.parse(process.argv[1])
const open = (localAddress) => new Promise((resolve) => {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.once('connect', resolve)
  socket.on('error', resolve)
})
;(async () => {
  for (const address of addresses)
    for (let made = 0; made < each; made += 100) await Promise.all(Array.from({ length: 100 }, () => open(address)))
  console.log('open')
})()`
