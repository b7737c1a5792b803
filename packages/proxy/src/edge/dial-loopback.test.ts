import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { bounds } from '../bounds.ts'
import { dialLoopback } from './dial-loopback.ts'

afterEach(() => vi.useRealTimers())

/** Whatever answers at the port of the daemon, at an address of its own. */
async function listen(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const reached = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => {
      answer(socket)
      reached.resolve()
    })
  })
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  server.listen(limits.daemonPort, address)
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { address, sockets, reached: reached.promise, [Symbol.asyncDispose]: close }
}

const dial = (address: string) =>
  new Promise<Socket>((onConnected, onFailed) => {
    dialLoopback(address, 8000, { onConnected, onFailed })
  })

const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'

test('the connection to a server on the loopback stays open, however long nothing is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using daemon = await listen((socket) => socket.write(`${upgraded}first`))
  const socket = await dial(daemon.address)
  const [first] = await once(socket, 'data')
  vi.advanceTimersByTime(10 * bounds.dialAttemptMsMax)
  expect(String(first)).toBe('first')
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})

test.each([
  ['begins a head and adds to it for ever', 'HTTP/1.1 101 Switching Protocols\r\nx: '],
  ['says nothing', ''],
])('a daemon that %s is given up after the time of a dial', async (_, bytes) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await using daemon = await listen((socket) => void (bytes === '' || socket.write(bytes)))
  const failed = expect(dial(daemon.address)).rejects.toThrow('envd did not respond')
  await daemon.reached
  // Each byte would have begun an idle timeout anew.
  vi.advanceTimersByTime(bounds.dialAttemptMsMax - 1)
  for (const socket of daemon.sockets) socket.write('x')
  vi.advanceTimersByTime(1)
  await failed
  await vi.waitFor(() => expect(daemon.sockets.size).toBe(0))
})

test.each([
  [
    'a head without end',
    `HTTP/1.1 101 Switching Protocols\r\nx: ${'x'.repeat(2 * bounds.fastPathHeadBytesMax)}`,
  ],
  ['an informational response', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['a response', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['another protocol', 'SSH-2.0\r\n'],
])('a daemon that answers with %s fails the dial', async (_, bytes) => {
  await using daemon = await listen((socket) => socket.write(bytes))
  await expect(dial(daemon.address)).rejects.toThrow()
  await vi.waitFor(() => expect(daemon.sockets.size).toBe(0))
})
