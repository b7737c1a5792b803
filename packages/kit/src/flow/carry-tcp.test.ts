import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { carryTcp } from './carry-tcp.ts'

/** Both ends of a TCP connection. */
async function pairOfSockets(): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    client.destroy()
    accepted.destroy()
    server.close()
  })
  return [client, accepted]
}

/** `near` and `far` are the ends of what looks like one connection. */
async function carriedConnection() {
  const [[near, nearLocal], [carrier, otherCarrier], [farLocal, far]] = await Promise.all([
    pairOfSockets(),
    pairOfSockets(),
    pairOfSockets(),
  ])
  const ended = Promise.allSettled([
    carryTcp(carrier, nearLocal, { keepaliveMs: 5 }),
    carryTcp(otherCarrier, farLocal),
  ])
  return { near, far, carrier, otherCarrier, ended }
}

test('the end of one direction passes, and the other direction goes on', async () => {
  const { near, far, carrier, ended } = await carriedConnection()
  near.end('question')
  expect(await text(far)).toBe('question')
  far.write('a long ')
  far.end('answer')
  expect(await text(near)).toBe('a long answer')
  expect(await ended).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect(carrier.destroyed).toBe(true)
})

test('the side that was connected to may be the one that ends first', async () => {
  const { near, far, ended } = await carriedConnection()
  far.end('greeting')
  expect(await text(near)).toBe('greeting')
  near.end('late')
  expect(await text(far)).toBe('late')
  expect(await ended).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
})

/** Node's `text` destroys a stream that was ended, with what it has still to send. */
async function receivedBy(socket: Socket): Promise<string> {
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part
  })
  await once(socket, 'end')
  return received
}

test('megabytes pass unchanged in both directions at once', async () => {
  const { near, far } = await carriedConnection()
  const bytes = 'some bytes '.repeat(400_000)
  near.end(bytes)
  far.end(bytes.toUpperCase())
  const [there, back] = await Promise.all([receivedBy(far), receivedBy(near)])
  expect(there === bytes && back === bytes.toUpperCase()).toBe(true)
})

test('a reset of one end is a reset of the other, not an end', async () => {
  const { near, far, ended } = await carriedConnection()
  near.resetAndDestroy()
  const [error] = (await once(far, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')
  expect(await ended).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

test('a carrier that is cut resets both ends', async () => {
  const { near, far, carrier, otherCarrier, ended } = await carriedConnection()
  near.write('half')
  await once(far, 'data')
  carrier.end()
  otherCarrier.end()
  const errors = await Promise.all([once(near, 'error'), once(far, 'error')])
  expect(errors).toMatchObject([[{ code: 'ECONNRESET' }], [{ code: 'ECONNRESET' }]])
  expect(await ended).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})
