/** Bodies that arrive slowly, over real connections; time is the test's. */
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { boundReceiving } from './bound-receiving.ts'

const bounds = { totalMs: 1_000, idleMs: 100, keylessMs: 500 }

afterEach(() => {
  vi.useRealTimers()
})

/** A server with a route of each kind, a connection to it, and what tells of each piece of a body that arrived. */
async function serve() {
  const received = new EventEmitter()
  const app = fastify({ requestTimeout: 0 })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  boundReceiving(app, bounds)
  for (const [url, isLongUpload] of [
    ['/short', false],
    ['/long', true],
    ['/keyless', false],
  ] as const)
    app.put(url, { config: { isLongUpload, hasCredential: url !== '/keyless' } }, async ({ raw }) => {
      raw.on('data', () => received.emit('piece'))
      await once(raw, 'end')
      return 'done'
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  onTestFinished(async () => {
    client.destroy()
    await app.close()
  })
  client.on('error', () => undefined)
  await once(client, 'connect')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  return { client, received }
}

async function sendPiece(client: Socket, received: EventEmitter): Promise<void> {
  const arrived = once(received, 'piece')
  client.write('x')
  await arrived
}

const head = (path: string) => `PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 30\r\n\r\n`

test('an upload that goes on arriving is not cut off, however long it takes', async () => {
  const { client, received } = await serve()
  client.write(head('/long'))
  for (let count = 0; count < 29; count++) {
    await sendPiece(client, received)
    await vi.advanceTimersByTimeAsync(bounds.idleMs / 2)
  }
  client.write('x')
  const [answer] = await once(client, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
})

test('an upload that falls silent is cut off', async () => {
  const { client, received } = await serve()
  client.write(head('/long'))
  await sendPiece(client, received)
  const closed = once(client, 'close')
  await vi.advanceTimersByTimeAsync(2 * bounds.idleMs)
  await closed
})

test('any other body has to arrive in time, also when it never falls silent', async () => {
  const { client, received } = await serve()
  client.write(head('/short'))
  const closed = once(client, 'close')
  for (let count = 0; count < 9; count++) {
    await sendPiece(client, received)
    await vi.advanceTimersByTimeAsync(bounds.idleMs)
  }
  expect(client.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(bounds.idleMs)
  await closed
})

test('a body without a credential is cut off sooner', async () => {
  const { client, received } = await serve()
  client.write(head('/keyless'))
  await sendPiece(client, received)
  const closed = once(client, 'close')
  await vi.advanceTimersByTimeAsync(bounds.keylessMs)
  await closed
})
