/** One team at each of its limits while another one works. */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'
import { renderQuestion } from '@cay/egress/dialect/dns-message.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EgressWorld, type Guest, openEgressWorld, type Peer } from './egress-world.ts'

const away = '203.0.113.9'
const near = '203.0.113.10'
const piece = Buffer.alloc(64 * 1024, 7)

let world: EgressWorld

beforeEach(async () => {
  world = await openEgressWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

/** What the guest sends to a server of its own comes back. */
async function exchange(guest: Guest): Promise<void> {
  const client = await guest.open(near, 7)
  client.send('here')
  await client.until(/here/)
  client.socket.destroy()
}

const echo = () => world.listen(near, 7, (peer) => void peer.socket.pipe(peer.socket))

/** Sends all that is taken, for ever. */
function pump({ socket }: Peer): void {
  const more = () => {
    while (socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

it('a sandbox whose every connection is busy delays nobody else', async () => {
  const [greedy, other] = [await world.addGuest(), await world.addGuest()]
  await echo()
  let received = 0
  await world.listen(away, 22, ({ socket }) => {
    socket.removeAllListeners('data')
    socket.on('data', (chunk) => {
      received += chunk.length
    })
  })
  const clients: Peer[] = []
  for (let i = 0; i < 1200; i++) clients.push(await greedy.open(away, 22))
  for (const client of clients) pump(client)
  await expect.poll(() => received > 1200 * piece.length, { timeout: 50_000 }).toBe(true)
  for (let i = 0; i < 10; i++) {
    const before = received
    await exchange(other)
    // The other was served among pieces of the greedy one, and not after all that it has to send.
    expect(received - before).toBeLessThan(1200 * piece.length)
  }
  for (const { socket } of clients) socket.destroy()
})

it('what is held and moved in turns arrives whole, in order, and ends', async () => {
  const guest = await world.addGuest()
  const count = 300
  const size = 40
  await world.listen(away, 22, ({ socket }) => {
    socket.removeAllListeners('data')
    let next = 0
    let isInOrder = true
    socket.on('data', (chunk: Buffer) => {
      for (const byte of chunk) {
        isInOrder &&= byte === Math.floor(next / 1024) % 251
        next += 1
      }
    })
    socket.on('end', () => socket.end(`${isInOrder} ${next}`))
  })
  const content = Buffer.concat(Array.from({ length: size }, (_, index) => Buffer.alloc(1024, index % 251)))
  const answers: Promise<string>[] = []
  for (let i = 0; i < count; i++) {
    const client = await guest.open(away, 22)
    answers.push(client.ended().then(({ text }) => text))
    for (let at = 0; at < content.length; at += 8192) client.socket.write(content.subarray(at, at + 8192))
    client.socket.end()
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set([`true ${content.length}`]))
  const { sandboxes } = await world.rpc.listTraffic({})
  expect(sandboxes.find(({ sandboxId }) => sandboxId === guest.id)?.sentBytes).toBe(
    BigInt(count * content.length),
  )
})

it('a team that has its share of all connections leaves room for another', async () => {
  await using small = await openEgressWorld({ connectionsMax: 8 })
  const team = [
    await small.addGuest({ teamId: 'greedy' }),
    await small.addGuest({ teamId: 'greedy' }),
  ] as const
  const other = await small.addGuest({ teamId: 'other' })
  const server = await small.listen(away, 22)
  for (const guest of [...team, ...team]) {
    await guest.open(away, 22)
    await server.next()
  }
  for (const guest of team) expect((await (await guest.open(away, 22)).ended()).how).toBe('reset')
  await other.open(away, 22)
  await server.next()
})

it('connections that are opened faster than they are served do not keep one of another sandbox waiting for all', async () => {
  const [greedy, other] = [await world.addGuest(), await world.addGuest()]
  await echo()
  let arrived = 0
  await world.listen(away, 22, () => {
    arrived += 1
  })
  world.network.send(greedy.address, { address: away, port: 22 })
  const sockets = Array.from({ length: 1500 }, () => {
    const socket = net.connect({ host: '127.0.0.1', port: world.port, localAddress: greedy.address })
    socket.on('error', () => undefined)
    world.defer(() => socket.destroy())
    return socket
  })
  await exchange(other)
  expect(arrived).toBeLessThan(1500)
  for (const socket of sockets) if (socket.connecting) await once(socket, 'connect')
})

it('a team whose DNS queries are all in progress leaves another one its own', async () => {
  const never = Promise.withResolvers<never>()
  never.promise.catch(() => undefined)
  world.defer(() => never.reject(new Error('the world has ended')))
  const resolve = world.network.resolve.bind(world.network)
  world.network.resolve = (question) => (question.name === 'slow.test' ? never.promise : resolve(question))
  world.network.name('quick.test', away)
  for (let i = 0; i < 17; i++) {
    const guest = await world.addGuest({ teamId: 'greedy' })
    for (let asked = 0; asked < 64; asked++) (await resolver(guest)).ask('slow.test')
  }
  const other = await resolver(await world.addGuest({ teamId: 'other' }))
  other.ask('quick.test')
  expect((await other.answer()).includes(Buffer.from([203, 0, 113, 9]))).toBe(true)
})

it('DNS queries that arrive together on connections of one sandbox delay nobody else', async () => {
  const [greedy, other] = [await world.addGuest(), await world.addGuest()]
  await echo()
  const query = renderQuestion(7, { name: 'a.test', type: 'A' })
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.length)
  const queries = Buffer.concat(Array.from({ length: 3000 }, () => [length, query]).flat())
  let answered = 0
  for (let i = 0; i < 50; i++) {
    const { socket } = await greedy.open(away, 53)
    socket.removeAllListeners('data')
    socket.on('data', (chunk) => {
      answered += chunk.length
    })
    const more = () => {
      while (socket.write(queries));
    }
    socket.on('drain', more)
    more()
  }
  await expect.poll(() => answered > 0).toBe(true)
  for (let i = 0; i < 10; i++) {
    const before = answered
    await exchange(other)
    // The other was served among answers, and not after those to all that had arrived.
    expect(answered - before).toBeLessThan(50 * 3000 * query.length)
  }
})

const resolvers = new Map<string, Promise<Resolver>>()

interface Resolver {
  ask(name: string): void
  answer(): Promise<Buffer>
}

/** A client of DNS over UDP in a sandbox. */
function resolver({ address }: Guest): Promise<Resolver> {
  const known = resolvers.get(address) ?? openResolver(address)
  resolvers.set(address, known)
  return known
}

async function openResolver(address: string): Promise<Resolver> {
  const socket = createSocket('udp4')
  world.defer(() => socket.close())
  socket.bind({ address })
  await once(socket, 'listening')
  return {
    ask: (name) =>
      socket.send(renderQuestion(randomInt(0x10000), { name, type: 'A' }), world.port, '127.0.0.1'),
    answer: async () => (await once(socket, 'message'))[0] as Buffer,
  }
}
