import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { DnsResponse } from '@cay/egress/dialect/dns-message.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteFaults } from '../support/note-faults.ts'
import { type EgressWorld, type Guest, openEgressWorld } from './egress-world.ts'

const open = '203.0.113.80'
const restricted = { allowOut: ['example.com', '*.example.org'], denyOut: ['0.0.0.0/0'] }
const types = { A: 1, CNAME: 5, PTR: 12, TXT: 16, AAAA: 28, HTTPS: 65, ANY: 255 } as const

let world: EgressWorld
beforeEach(async () => {
  world = await openEgressWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

function queryFor(name: string, type: keyof typeof types = 'A', id = 0x1234): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(0x0100, 2)
  head.writeUInt16BE(1, 4)
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat(
    [head, ...labels, Buffer.from([0, 0, 0, 0, 1])].map((part, i, all) => {
      if (i === all.length - 1) part.writeUInt16BE(types[type], 1)
      return part
    }),
  )
}

interface Reply {
  readonly id: number
  readonly code: number
  readonly isTruncated: boolean
  readonly answers: number
  readonly text: string
}

function toReply(bytes: Buffer): Reply {
  return {
    id: bytes.readUInt16BE(0),
    code: bytes.readUInt16BE(2) & 0xf,
    isTruncated: (bytes.readUInt16BE(2) & 0x200) !== 0,
    answers: bytes.readUInt16BE(6),
    text: bytes.toString('latin1'),
  }
}

/** Sends datagrams from the guest's address; gives the replies, as many as are waited for. `againMs`: after that time they are sent again. */
async function ask(
  guest: Pick<Guest, 'address'>,
  queries: readonly Buffer[],
  count = queries.length,
  againMs?: number,
): Promise<Reply[]> {
  const socket = createSocket('udp4')
  let repeating: ReturnType<typeof setInterval> | undefined
  try {
    socket.bind(0, guest.address)
    await once(socket, 'listening')
    const replies: Reply[] = []
    const done = new Promise<void>((resolve) => {
      socket.on('message', (bytes) => {
        if (replies.length < count) replies.push(toReply(bytes))
        if (replies.length === count) resolve()
      })
    })
    const send = () => {
      for (const query of queries) socket.send(query, world.port, '127.0.0.1')
    }
    send()
    if (againMs !== undefined) repeating = setInterval(send, againMs)
    await done
    return replies
  } finally {
    clearInterval(repeating)
    socket.close()
  }
}

async function askOne(guest: Guest, name: string, type: keyof typeof types = 'A'): Promise<Reply> {
  const [reply] = await ask(guest, [queryFor(name, type)])
  if (reply === undefined) throw new Error('no reply')
  return reply
}

const answer = (...answers: DnsResponse['answers']): DnsResponse => ({
  code: 0,
  answers,
  authorities: [],
  isTruncated: false,
})
const bytesOf = (address: string) => String.fromCharCode(...address.split('.').map(Number))

describe('a name', () => {
  it('is answered as the node’s resolvers know it, with the id of the question', async () => {
    const guest = await world.addGuest()
    world.network.name('example.net', open)
    const reply = await askOne(guest, 'Example.NET')
    expect(reply).toMatchObject({ id: 0x1234, code: 0, answers: 1 })
    expect(reply.text).toContain(bytesOf(open))
    expect(await askOne(guest, 'missing.example.net')).toMatchObject({ code: 3, answers: 0 })
  })

  it('outside the list does not exist, is not asked for anywhere, and is seen', async () => {
    const guest = await world.addGuest(restricted)
    for (const name of ['evil.net', 'secret.data.evil.net', 'example.org', 'xexample.com']) {
      expect(await askOne(guest, name)).toMatchObject({ code: 3 })
    }
    expect(world.network.asked).toEqual([])
    expect(await guest.denials()).toMatchObject([
      { name: 'evil.net', rule: 'name not in allowOut' },
      {},
      {},
      {},
    ])
  })

  it('on the list is asked for', async () => {
    const guest = await world.addGuest(restricted)
    world.network.name('a.example.org', open)
    expect(await askOne(guest, 'a.EXAMPLE.org')).toMatchObject({ code: 0, answers: 1 })
  })

  it('is not asked for at all where every address is denied', async () => {
    const guest = await world.addGuest({ denyOut: ['0.0.0.0/0'] })
    expect(await askOne(guest, 'example.com')).toMatchObject({ code: 3 })
    expect(world.network.asked).toEqual([])
  })

  it('follows a new policy at once', async () => {
    const guest = await world.addGuest()
    world.network.name('example.net', open)
    expect(await askOne(guest, 'example.net')).toMatchObject({ code: 0 })
    await guest.setPolicy(restricted)
    expect(await askOne(guest, 'example.net')).toMatchObject({ code: 3 })
  })
})

describe('an answer', () => {
  it('keeps closed addresses for the names of sandboxes and for no others', async () => {
    const protocols = new Map([[443, 'tls' as const]])
    await using own = await openEgressWorld({
      sandboxUrls: { domain: 'cay.test', proxyHost: '127.0.0.1', protocols },
    })
    await world[Symbol.asyncDispose]()
    world = own
    const guest = await own.addGuest()
    own.network.ownAddresses.add('203.0.113.250')
    const names = ['3000-i0.cay.test', 'api.cay.test', 'cay.test', '3000-i0.cay.test.evil.test']
    for (const name of names) own.network.name(name, '10.0.0.1', '127.0.0.1', '203.0.113.250')
    const answers = []
    for (const name of names) answers.push((await askOne(guest, name)).answers)
    expect(answers).toEqual([2, 0, 0, 0])
  })

  it('leaves out closed addresses and those of the node, and says so in the denials', async () => {
    const guest = await world.addGuest()
    world.network.ownAddresses.add('203.0.113.250')
    world.network.name('rebind.net', '10.0.0.1', '127.0.0.1', '169.254.169.254', '203.0.113.250', open)
    const reply = await askOne(guest, 'rebind.net')
    expect(reply).toMatchObject({ code: 0, answers: 1 })
    expect(reply.text).toContain(bytesOf(open))
    expect(await guest.denials()).toHaveLength(4)
    world.network.name('inside.net', '10.0.0.1')
    expect(await askOne(guest, 'inside.net')).toMatchObject({ code: 0, answers: 0 })
  })

  it('keeps the way by other names, but not where it leads inside', async () => {
    const guest = await world.addGuest()
    world.network.names.set(
      'www.example.net',
      answer(
        { name: 'www.example.net', type: 'CNAME', data: 'internal.example.net' },
        { name: 'internal.example.net', type: 'A', data: '10.0.0.7' },
        { name: 'internal.example.net', type: 'AAAA', data: '::1' },
        { name: 'internal.example.net', type: 'TXT', data: 'other' },
      ),
    )
    expect(await askOne(guest, 'www.example.net')).toMatchObject({ code: 0, answers: 1 })
  })

  it('has neither IPv6 addresses nor hints, and those are not asked for', async () => {
    const guest = await world.addGuest()
    for (const type of ['AAAA', 'HTTPS'] as const) {
      expect(await askOne(guest, 'example.net', type)).toMatchObject({ code: 0, answers: 0 })
    }
    expect(world.network.asked).toEqual([])
  })

  it('never tells what the node’s network calls its own addresses', async () => {
    const guest = await world.addGuest()
    for (const name of [
      '1.0.0.10.in-addr.arpa',
      '168.192.in-addr.arpa',
      '1.0.0.127.in-addr.arpa',
      '1.ip6.arpa',
    ]) {
      expect(await askOne(guest, name, 'PTR')).toMatchObject({ code: 3 })
    }
    expect(world.network.asked).toEqual([])
    await askOne(guest, '8.8.8.8.in-addr.arpa', 'PTR')
    expect(world.network.asked).toEqual(['8.8.8.8.in-addr.arpa PTR'])
  })

  it('that does not fit a datagram says so, and is had whole over TCP', async () => {
    const guest = await world.addGuest()
    world.network.name('many.net', ...Array.from({ length: 100 }, (_, i) => `203.0.113.${i}`))
    expect(await askOne(guest, 'many.net')).toMatchObject({ isTruncated: true, answers: 0 })
    const client = await guest.open('192.0.2.53', 53)
    const query = queryFor('many.net')
    const length = Buffer.from([query.length >> 8, query.length & 255])
    const received: Buffer[] = []
    client.socket.on('data', (chunk: Buffer) => received.push(chunk))
    // In pieces, and a second one right behind it.
    const both = Buffer.concat([length, query, length, query])
    client.send(both.subarray(0, 5))
    await new Promise(setImmediate)
    client.send(both.subarray(5))
    client.socket.end()
    expect((await client.ended()).how).toBe('end')
    const all = Buffer.concat(received)
    const first = all.subarray(2, 2 + all.readUInt16BE(0))
    expect(toReply(first)).toMatchObject({ isTruncated: false, answers: 100 })
    expect(all.length).toBe(2 * (first.length + 2))
  })
})

it('who asks over TCP and takes no answer is answered no further, and then has them all', async () => {
  const guest = await world.addGuest()
  const count = 380
  const many = Array.from({ length: 2500 }, (_, i) => `203.0.${i >> 8}.${i & 255}`)
  world.network.name('many.net', ...many)
  world.network.name('example.net', open)
  const client = await guest.open('192.0.2.53', 53)
  client.socket.pause()
  const query = queryFor('many.net')
  const length = Buffer.from([query.length >> 8, query.length & 255])
  for (let i = 0; i < count; i++) client.socket.write(Buffer.concat([length, query]))
  client.socket.end()
  const asked = () => world.network.asked.filter((each) => each.startsWith('many')).length
  await expect.poll(asked).toBeGreaterThan(0)
  for (let i = 0; i < 20; i++) await askOne(guest, 'example.net')
  expect(asked()).toBeLessThan(count)
  let bytes = 0
  client.socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  client.socket.resume()
  await client.ended()
  expect(asked()).toBe(count)
  expect(bytes).toBeGreaterThan(count * many.length * 16)
})

it('a question whose answer comes after the gateway has stopped ends no process in disorder', async () => {
  const faults = noteFaults()
  const guest = await world.addGuest()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<DnsResponse>()
  world.network.resolve = () => {
    asked.resolve()
    return answered.promise
  }
  const socket = createSocket('udp4')
  world.defer(() => socket.close())
  socket.bind(0, guest.address)
  await once(socket, 'listening')
  socket.send(queryFor('example.net'), world.port, '127.0.0.1')
  await asked.promise
  await world.stop()
  answered.resolve(answer())
  await turn()
  await turn()
  expect(faults).toEqual([])
})

describe('what is no question', () => {
  it('is answered with a code or not at all, and everything else goes on', async () => {
    const guest = await world.addGuest()
    world.network.name('example.net', open)
    const twice = queryFor('example.net')
    twice.writeUInt16BE(2, 4)
    const asAnswer = queryFor('example.net')
    asAnswer.writeUInt16BE(0x8100, 2)
    const update = queryFor('example.net', 'A', 7)
    update.writeUInt16BE(0x2800, 2)
    const loop = Buffer.concat([queryFor('x').subarray(0, 12), Buffer.from([0xc0, 12, 0, 1, 0, 1])])
    const junk = [Buffer.alloc(0), Buffer.alloc(11), Buffer.alloc(2000, 255), asAnswer]
    const coded = [twice, update, loop, queryFor('example.net', 'ANY', 9)]
    const replies = await ask(guest, [...junk, ...coded, queryFor('example.net', 'A', 1)], coded.length + 1)
    expect(replies.map(({ code }) => code).sort()).toEqual([0, 1, 1, 4, 5])
  })

  it('from a source that no living sandbox has is not answered', async () => {
    const guest = await world.addGuest()
    world.network.name('example.net', open)
    // A query waits two seconds for its sandbox.
    const untracked = ask({ address: '127.78.1.1' }, [queryFor('example.net')], 1, 1_000)
    expect(await askOne(guest, 'example.net')).toMatchObject({ code: 0 })
    // It is answered only once there is a sandbox.
    await world.sandboxes.add('late', '127.78.1.1')
    expect(await untracked).toHaveLength(1)
  })
})

it('so many questions are answered, and a flood is refused and seen, while others are served', async () => {
  const guest = await world.addGuest()
  const other = await world.addGuest()
  world.network.name('example.net', open)
  const flood: Reply[] = []
  for (let round = 0; round < 20; round++) {
    const queries = Array.from({ length: 30 }, (_, i) => queryFor(`d${round}-${i}.tunnel.net`))
    flood.push(...(await ask(guest, queries)))
  }
  expect(flood.filter(({ code }) => code === 5).length).toBeGreaterThan(50)
  expect(world.network.asked.length).toBeLessThan(600)
  expect(await askOne(other, 'example.net')).toMatchObject({ code: 0 })
  expect(await guest.denials()).toMatchObject([{ rule: 'more than 100 DNS queries per second' }])
})
