/**
 * Queries the node's resolvers, one after another. Each query has a source port and an id of its own, and only a response of
 * that resolver to that id and question counts.
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { ResolverAddress } from '@cay/core/egress/resolver-list.ts'
import { bounds } from '../bounds.ts'
import { type DnsResponse, type Question, readResponse, renderQuestion } from '../dialect/dns-message.ts'

export async function queryResolvers(
  resolvers: readonly ResolverAddress[],
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> {
  let failure: unknown = new Error('the node has no IPv4 resolver')
  for (const resolver of resolvers) {
    try {
      return await askOne(resolver, question, signal)
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
    }
  }
  throw new Error('no resolver answered', { cause: failure })
}

async function askOne(
  resolver: ResolverAddress,
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> {
  const each = () => AbortSignal.any([signal, AbortSignal.timeout(bounds.resolverMsMax)])
  const answer = await askByDatagram(resolver, question, each())
  return answer.isTruncated ? await askByStream(resolver, question, each()) : answer
}

function askByDatagram(
  resolver: ResolverAddress,
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> {
  const id = randomInt(0x10000)
  const bytes = renderQuestion(id, question)
  const socket = createSocket('udp4')
  return new Promise<DnsResponse>((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    socket.on('error', reject)
    socket.on('message', (message) => {
      const answer = readResponse(message, id, question)
      if (answer !== undefined) resolve(answer)
    })
    // Connected, so that the kernel lets through only what the resolver sends.
    socket.connect(resolver.port, resolver.address, () => socket.send(bytes))
  }).finally(() => socket.close())
}

function askByStream(
  resolver: ResolverAddress,
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> {
  const id = randomInt(0x10000)
  const bytes = renderQuestion(id, question)
  const socket = connect({ host: resolver.address, port: resolver.port, family: 4, signal })
  return new Promise<DnsResponse>((resolve, reject) => {
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the resolver closed the connection')))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2) return
      const length = received.readUInt16BE(0)
      if (length > bounds.resolverResponseBytesMax) reject(new Error('the answer is too long'))
      if (received.length < length + 2) return
      const answer = readResponse(received.subarray(2, length + 2), id, question)
      if (answer === undefined) reject(new Error('the resolver answered something else'))
      else resolve(answer)
    })
    socket.write(Buffer.concat([lengthOf(bytes), bytes]))
  }).finally(() => socket.destroy())
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return length
}
