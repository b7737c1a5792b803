import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { bulkBounds, forwardBytes, type Pace, type Reading, resetNow } from './forward-bytes.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Two ends of one connection. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [other] = (await accepted) as [Socket]
  await once(client, 'connect')
  for (const socket of [client, other]) socket.on('error', () => undefined)
  undo.push(() => {
    client.destroy()
    other.destroy()
    server.close()
  })
  return [client, other]
}

/** Two peers with a carrier between them; `left` and `right` are the carrier's own sides. */
async function carried() {
  const [one, left] = await pair()
  const [right, two] = await pair()
  forwardBytes(left, right)
  forwardBytes(right, left)
  return { one, left, right, two }
}

const hex = (port = 0) => port.toString(16).toUpperCase().padStart(4, '0')

const connections = () => readFileSync('/proc/net/tcp', 'utf8')

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex')

async function receive(socket: Socket, onPiece?: () => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    hash.update(chunk)
    await onPiece?.()
  }
  return hash.digest('hex')
}

it('a reset that comes while a direction is held is no orderly end', async () => {
  const [one, left] = await pair()
  const [right] = await pair()
  let held: Reading | undefined
  const pace: Pace = {
    begin(reading) {
      held = reading
      reading.hold()
    },
    onPiece: () => undefined,
  }
  forwardBytes(left, right, pace)
  const ended = new Promise((resolve) => {
    left.once('error', () => resolve('broken'))
    left.once('end', () => resolve('in order'))
  })
  const closed = once(one, 'close')
  one.resetAndDestroy()
  await closed
  held?.move?.(() => undefined)
  held?.goOn()
  expect(await ended).toBe('broken')
})

it('large amounts arrive whole, both ways at once, and each end reaches the other side', async () => {
  const { one, two, left, right } = await carried()
  const [up, down] = [randomBytes(40_000_000), randomBytes(30_000_001)]
  const gone = Promise.all([once(left, 'close'), once(right, 'close')])
  one.end(up)
  two.end(down)
  expect(await Promise.all([receive(two), receive(one)])).toEqual([hashOf(up), hashOf(down)])
  await gone
})

it('a side that has ended is still answered', async () => {
  const { one, two } = await carried()
  const asked = randomBytes(8_000_000)
  one.end(asked)
  expect(await receive(two)).toBe(hashOf(asked))
  const answer = randomBytes(8_000_000)
  two.end(answer)
  expect(await receive(one)).toBe(hashOf(answer))
})

it('a side that is held after each piece, and goes on in its turn, is whole and ends', async () => {
  const [one, left] = await pair()
  const [right, two] = await pair()
  let reading: Reading | undefined
  const pace: Pace = {
    begin(now) {
      reading = now
    },
    onPiece() {
      const held = reading
      held?.hold()
      setImmediate(() => reading?.goOn())
    },
  }
  forwardBytes(left, right, pace)
  const sent = randomBytes(8_000_000)
  const ended = once(left, 'end')
  one.end(sent)
  expect(await receive(two)).toBe(hashOf(sent))
  await ended
})

it('a slow receiver gets all of it, and sets the pace', async () => {
  const { one, two, right } = await carried()
  const sent = randomBytes(24_000_000)
  one.end(sent)
  let mostWaiting = 0
  const received = receive(two, async () => {
    mostWaiting = Math.max(mostWaiting, right.writableLength)
    await sleep(1)
  })
  expect(await received).toBe(hashOf(sent))
  expect(mostWaiting).toBeGreaterThan(0)
  expect(mostWaiting).toBeLessThanOrEqual(2 * bulkBounds.bufferBytes)
})

it('what comes after a silence arrives as well, much or little', async () => {
  const { one, two } = await carried()
  const hash = createHash('sha256')
  let bytes = 0
  two.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  two.resume()
  const sent: Buffer[] = []
  for (const size of [6_000_000, 10, 5_000_000]) {
    const piece = randomBytes(size)
    sent.push(piece)
    one.write(piece)
    await expect.poll(() => bytes).toBe(sent.reduce((sum, { length }) => sum + length, 0))
    // It is piped again only when the clock has told it of the silence.
    if (sent.length === 1) await sleep(bulkBounds.quietMs + 300)
  }
  one.end()
  await once(two, 'end')
  expect(hash.digest('hex')).toBe(hashOf(Buffer.concat(sent)))
})

it('a break of the sender is a break of its own side of the carrier', async () => {
  const { one, two, left } = await carried()
  two.resume()
  const zeros = Buffer.alloc(1_000_000)
  const pour = () => void (one.destroyed || one.write(zeros, pour))
  pour()
  await expect.poll(() => two.bytesRead).toBeGreaterThan(20_000_000)
  const gone = new Promise((resolve) => left.once('close', resolve))
  one.resetAndDestroy()
  await gone
})

it('a reset of the carrier is one for its peer, and at once', async () => {
  const { one, two, left } = await carried()
  two.resume()
  const broken = new Promise((resolve) => one.once('error', resolve))
  const zeros = Buffer.alloc(1_000_000)
  const pour = () => void (one.destroyed || one.write(zeros, pour))
  pour()
  await expect.poll(() => two.bytesRead).toBeGreaterThan(20_000_000)
  const asOpen = `:${hex(one.localPort)} 0100007F:${hex(left.localPort)} 01`
  expect(connections()).toContain(asOpen)
  resetNow(left)
  // Before anything else has had its turn.
  expect(connections()).not.toContain(asOpen)
  expect(await broken).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
})

it('more at once than there are buffers are carried all the same', async () => {
  const all = await Promise.all(Array.from({ length: bulkBounds.atOnceMax + 4 }, () => carried()))
  const sent = randomBytes(1_500_000)
  const received = await Promise.all(
    all.map(({ one, two }) => {
      one.end(sent)
      return receive(two)
    }),
  )
  expect(new Set(received)).toEqual(new Set([hashOf(sent)]))
})
