import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { afterEach, expect, test } from 'vitest'
import { UnresponsiveGuestError } from '../../ports/guest.ts'
import { HttpDaemon } from './daemon.ts'

const identity = {
  sandboxId: 's',
  templateId: 't',
  hostname: 's',
  controlToken: 'c',
  envVars: {},
  resources: { cpuCount: 2, memoryMb: 512, diskSizeMb: 1024 },
  timestampMs: 0,
}
const sockets = new Set<Socket>()
let server: Server | undefined

/** A daemon that answers each request with these bytes, at an address of its own: the port is always the same. */
async function answering(bytes: string): Promise<string> {
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(bytes))
  })
  server.listen(limits.daemonPort, address)
  await once(server, 'listening')
  return address
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)))
})

test('a daemon that takes the identity is believed', async () => {
  const address = await answering('HTTP/1.1 204 No Content\r\n\r\n')
  await new HttpDaemon().init(address, identity)
})

test.each([
  ['another status', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ['a redirect', 'HTTP/1.1 302 Found\r\nlocation: /x\r\n\r\n'],
  [
    'a switch to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['headers without end', `HTTP/1.1 204 No Content\r\nx: ${'x'.repeat(100_000)}`],
  ['no HTTP', 'SSH-2.0\r\n\r\n'],
])('a daemon that answers with %s fails the call and does not keep it', async (_, bytes) => {
  const address = await answering(bytes)
  await expect(new HttpDaemon().init(address, identity)).rejects.toThrow()
})

const json = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`

test('the number of processes and requests that the daemon reports is read', async () => {
  const address = await answering(json('{"processes":2,"requests":1,"more":0}'))
  expect(await new HttpDaemon().idle(address, 'c')).toEqual({ processes: 2, requests: 1 })
})

test.each([
  ['nothing', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['no numbers', json('{}')],
  ['too much', json(`"${'x'.repeat(100_000)}"`)],
  ['no JSON', json('{')],
])('a daemon that says %s about who is at work fails the call', async (_, bytes) => {
  const address = await answering(bytes)
  await expect(new HttpDaemon().idle(address, 'c')).rejects.toThrow()
})

test('a guest that accepts connections and never responds is reported as unresponsive', async () => {
  const address = await answering('')
  const waiting = new HttpDaemon().waitReady(address, 60)
  await expect(waiting).rejects.toThrow(UnresponsiveGuestError)
  await expect(waiting).rejects.toThrow(/did not respond to \d+ probes within 60 ms/)
})

test('a guest that has accepted a probe is not sent another one while it responds', async () => {
  const address = await answering('')
  let requests = 0
  server?.on('connection', (socket: Socket) =>
    socket.once('data', () => {
      requests += 1
      // Later than several probes would be sent to a guest that does not accept connections.
      setTimeout(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 100)
    }),
  )
  await new HttpDaemon().waitReady(address, 10_000)
  expect(requests).toBe(1)
})
