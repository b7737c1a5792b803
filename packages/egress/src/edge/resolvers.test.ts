import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type DnsQuery,
  type DnsResponse,
  emptyResponse,
  readQuery,
  renderResponse,
} from '../dialect/dns-message.ts'
import { bindBoth } from './bind.ts'
import { queryResolvers } from './resolvers.ts'

const question = { name: 'www.example.com', type: 'A' } as const
const found: DnsResponse = {
  ...emptyResponse(0),
  answers: [{ name: 'www.example.com', type: 'A', ttl: 60, data: '203.0.113.1' }],
}
const never = new AbortController().signal
const undo: (() => unknown)[] = []

afterEach(() => {
  for (const step of undo.splice(0)) step()
})

/** A resolver on the loopback: answers what it is told to, over UDP, and over TCP if asked to. */
async function resolver(
  overUdp: (query: DnsQuery) => Buffer[],
  overTcp?: (query: DnsQuery) => Buffer,
): Promise<{ address: string; port: number }> {
  const datagrams = overTcp === undefined ? await bindDatagrams() : await bindWithStreams(overTcp)
  undo.push(() => datagrams.close())
  datagrams.on('message', (bytes, from) => {
    for (const reply of overUdp(queryOf(bytes))) datagrams.send(reply, from.port, from.address)
  })
  return { address: '127.0.0.1', port: datagrams.address().port }
}

async function bindDatagrams(): Promise<Socket> {
  const datagrams = createSocket('udp4').bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  return datagrams
}

/** On one port: when another socket has its number for datagrams, others are tried. */
async function bindWithStreams(answer: (query: DnsQuery) => Buffer): Promise<Socket> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      const reply = answer(queryOf(bytes.subarray(2)))
      // Its length comes in two pieces.
      socket.write(Buffer.from([reply.length >> 8]))
      socket.end(Buffer.concat([Buffer.from([reply.length & 255]), reply]))
    })
  })
  undo.push(() => server.close())
  return await bindBoth(server, async () => ({ address: '127.0.0.1', port: 0 }), {
    signal: never,
    onFailed: () => undefined,
  })
}

function queryOf(bytes: Buffer): DnsQuery {
  const query = readQuery(bytes)
  if (query === undefined || 'code' in query) throw new Error('no question came')
  return query
}

describe('the resolvers', () => {
  it('are asked in turn until one answers', async () => {
    const gone = { address: '127.0.0.1', port: 1 }
    const there = await resolver((query) => [renderResponse(query, found, 512)])
    expect(await queryResolvers([gone, there], question, never)).toMatchObject({
      answers: [{ data: '203.0.113.1' }],
    })
    await expect(queryResolvers([gone], question, never)).rejects.toThrow('no resolver answered')
    await expect(queryResolvers([], question, never)).rejects.toThrow('no resolver answered')
  })

  it('are believed only what answers the question', async () => {
    const there = await resolver((query) => [
      renderResponse({ ...query, id: (query.id + 1) % 65536 }, emptyResponse(3), 512),
      renderResponse({ ...query, question: { name: 'evil.net', type: 'A' } }, emptyResponse(3), 512),
      Buffer.from('junk'),
      renderResponse(query, found, 512),
    ])
    expect(await queryResolvers([there], question, never)).toMatchObject({ code: 0 })
  })

  it('are asked over TCP for what did not fit', async () => {
    const there = await resolver(
      (query) => [renderResponse(query, found, 1)],
      (query) => renderResponse(query, found, 65_000),
    )
    expect(await queryResolvers([there], question, never)).toMatchObject({
      isTruncated: false,
      answers: [{}],
    })
  })

  it('are not heard to the end of what is longer than any use of names', async () => {
    const many = { ...found, answers: Array.from({ length: 1000 }, () => found.answers).flat() }
    const there = await resolver(
      (query) => [renderResponse(query, many, 1)],
      (query) => renderResponse(query, many, 65_000),
    )
    await expect(queryResolvers([there], question, never)).rejects.toThrow('no resolver answered')
  })

  it('never see the same id and port as a rule', async () => {
    const ids = new Set<number>()
    const there = await resolver((query) => {
      ids.add(query.id)
      return [renderResponse(query, found, 512)]
    })
    for (let i = 0; i < 20; i++) await queryResolvers([there], question, never)
    expect(ids.size).toBeGreaterThan(10)
  })

  it('are cancelled when the caller leaves', async () => {
    const silent = await resolver(() => [])
    const waiting = queryResolvers([silent], question, AbortSignal.timeout(50))
    await expect(waiting).rejects.toThrow()
  })
})
