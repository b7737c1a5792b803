/** What the operator named for the node's own image pulls lies in closed ranges and is reached all the same, and nothing beside it. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'
import { readResponse, renderQuestion } from '@cay/egress/dialect/dns-message.ts'
import { dial, dialExempt } from '@cay/egress/edge/dial.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const registry = { host: 'registry.internal', port: 5000, addresses: ['10.1.2.3'] }
const loopback = { host: '127.0.0.1', port: 5000, addresses: ['127.0.0.1'] }

let world: EgressWorld
let pull: Guest
beforeEach(async () => {
  world = await openEgressWorld()
  world.network.ownAddresses.add('127.0.0.1')
  pull = await world.addGuest({ exempt: [registry, loopback] })
})
afterEach(() => world[Symbol.asyncDispose]())

/** The addresses that the client is told of. */
async function resolve({ address }: Guest, name: string): Promise<string[]> {
  const question = { name, type: 'A' } as const
  const socket = createSocket('udp4')
  try {
    socket.bind(0, address)
    await once(socket, 'listening')
    socket.send(renderQuestion(1, question), world.port, '127.0.0.1')
    const [bytes] = (await once(socket, 'message')) as [Buffer]
    const { answers } = readResponse(bytes, 1, question) ?? expect.fail('that was no answer')
    return answers.flatMap((record) => (record.type === 'A' ? [record.data] : []))
  } finally {
    socket.close()
  }
}

it.each([registry, loopback])(
  'a pull reaches $host:5000, which the operator named',
  async ({ addresses }) => {
    const [address = ''] = addresses
    const listener = await world.listen(address, 5000)
    const client = await pull.open(address, 5000)
    client.send('GET /v2/')
    await (await listener.next()).until(/^GET \/v2\/$/)
    expect(world.network.dialled).toEqual([`${address}:5000`])
  },
)

it.each([
  ['10.1.2.3', 5001],
  ['10.1.2.4', 5000],
  ['127.0.0.1', 22],
  ['127.0.0.2', 5000],
  ['169.254.169.254', 80],
  ['198.18.0.6', 49_983],
])('a pull does not reach %s:%i beside it', async (address, port) => {
  await world.listen(address, port)
  const client = await pull.open(address, port)
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await client.ended()).toEqual({ text: '', how: 'reset' })
  expect(world.network.dialled).toEqual([])
  expect(await pull.denials()).toMatchObject([{ address, port }])
})

it('a sandbox does not reach what the operator named for pulls', async () => {
  const sandbox = await world.addGuest()
  await world.listen('10.1.2.3', 5000)
  const client = await sandbox.open('10.1.2.3', 5000)
  expect((await client.ended()).text).toBe('')
  expect(world.network.dialled).toEqual([])
})

it('a pull cannot tell a place that it may not reach from one where nobody listens', async () => {
  const ends = await Promise.all(
    ['169.254.169.254', '203.0.113.1'].map(async (address) => {
      const client = await pull.open(address, 80)
      client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return await client.ended()
    }),
  )
  expect(ends[0]).toEqual(ends[1])
})

it('a name that the operator named resolves in a pull to what the node resolves it to, and nowhere else', async () => {
  world.network.name('registry.internal', '203.0.113.9')
  world.network.name('rebinding.example', '10.1.2.3')
  const sandbox = await world.addGuest()
  expect(await resolve(pull, 'REGISTRY.internal')).toEqual(['10.1.2.3'])
  expect(world.network.asked).toEqual([])
  expect(await resolve(pull, 'rebinding.example')).toEqual([])
  expect(await resolve(sandbox, 'registry.internal')).toEqual(['203.0.113.9'])
})

it('a connection of the node to itself is made for what the operator named alone', async () => {
  const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.defer(() => server.close())
  const { port } = server.address() as net.AddressInfo
  const { signal } = new AbortController()
  const socket = await dialExempt({ address: '127.0.0.1', port }, signal)
  socket.destroy()
  await expect(dial({ address: '127.0.0.1', port }, signal)).rejects.toThrow('one of this node')
})
