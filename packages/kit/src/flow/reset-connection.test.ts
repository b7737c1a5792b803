import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeAuthority, openIssuer } from '../certificates/issue.ts'
import { resetConnection } from './reset-connection.ts'

async function openPair(): Promise<{ here: Socket; there: Socket }> {
  const server = createServer({ allowHalfOpen: true })
  const accepted = once(server, 'connection')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const here = connect({ port: address instanceof Object ? address.port : 0, allowHalfOpen: true })
  const [there] = (await accepted) as [Socket]
  onTestFinished(() => {
    here.destroy()
    there.destroy()
    server.close()
  })
  await once(here, 'ready').catch(() => undefined)
  return { here, there }
}

const ways: Readonly<Record<string, (socket: Socket) => void>> = {
  'that is open': () => undefined,
  'whose end is on its way': (socket) => void socket.end(),
  'whose last bytes and end are on their way': (socket) => void socket.end('x'),
  'whose last bytes find no room': (socket) => void socket.end(Buffer.alloc(64 * 1024 * 1024)),
}

test.each(Object.entries(ways))(
  'a connection %s is closed, and its peer gets a reset',
  async (_, prepare) => {
    const { here, there } = await openPair()
    const closed = once(here, 'close')
    const failed = once(there, 'error')
    prepare(here)
    resetConnection(here)
    await closed
    // A peer that has read the end sees the reset when it writes.
    there.resume().write('x')
    expect((await failed)[0]).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) })
  },
)

test('connections that are reset while they end leave no descriptor', async () => {
  const { here, there } = await openPair()
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  there.on('error', () => undefined).resume()
  here.end()
  resetConnection(here)
  await once(here, 'close')
  await expect.poll(open).toBe(before - 1)
})

test('a connection that is destroyed already is left as it is', async () => {
  const { here } = await openPair()
  const closed = once(here, 'close')
  here.destroy()
  resetConnection(here)
  await closed
})

test('a connection is closed below TLS while its end waits for a peer that reads nothing', async () => {
  const { here, there } = await openPair()
  const issuer = await openIssuer(await makeAuthority('Test', { nowMs: Date.now(), days: 10 }))
  const { certificate, key } = await issuer.issue({ names: ['a.example'], nowMs: Date.now(), days: 1 })
  const secured = new TLSSocket(here, { isServer: true, cert: certificate, key })
  const peer = connectTls({ socket: there, servername: 'a.example', rejectUnauthorized: false })
  for (const socket of [secured, peer, there, here]) socket.on('error', () => undefined)
  await once(peer, 'secureConnect')
  there.pause()
  const closed = once(here, 'close')
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  secured.write(Buffer.alloc(1024 * 1024 * 16))
  secured.end()
  resetConnection(here)
  await closed
  secured.destroy()
  await expect.poll(open).toBe(before - 1)
})
