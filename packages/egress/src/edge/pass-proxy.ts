/** Opens a tunnel through a proxy: SOCKS5 (RFC 1928, 1929), or HTTP CONNECT (RFC 9110 §9.3.6). */
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { SocksClient } from 'socks'
import { bounds } from '../bounds.ts'
import type { ProxiedWay } from '../ports/network.ts'

/** Returns the same socket, which is now connected to the destination. Throws, and closes it, when the proxy refuses. */
export async function passProxy(socket: Socket, way: ProxiedWay, signal: AbortSignal): Promise<Socket> {
  const giveUp = () => socket.destroy(new Error('the proxy took too long'))
  // It is open for its other half still, but nothing more will come of it.
  const onEnd = () => socket.destroy(new Error('the proxy closed the connection'))
  signal.addEventListener('abort', giveUp, { once: true })
  socket.once('end', onEnd)
  try {
    signal.throwIfAborted()
    await (way.proxy.protocol === 'http' ? passHttp(socket, way) : passSocks(socket, way))
    return socket
  } catch (error) {
    // Later errors have no listener and would end the process.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    socket.off('end', onEnd)
  }
}

async function passSocks(socket: Socket, { proxy, host, port }: ProxiedWay): Promise<void> {
  const { username, password } = proxy
  const credentials = username === undefined ? {} : { userId: username, password: password ?? '' }
  await SocksClient.createConnection({
    proxy: { host: proxy.host, port: proxy.port, type: 5, ...credentials },
    command: 'connect',
    destination: { host, port },
    existing_socket: socket,
    timeout: bounds.dialMsMax,
  })
  await stopReading(socket)
}

/** The library emits what the server sent first a moment later. */
async function stopReading(socket: Socket): Promise<void> {
  const early: Buffer[] = []
  const keep = (chunk: Buffer) => early.push(chunk)
  socket.on('data', keep)
  await setImmediate()
  socket.off('data', keep)
  socket.pause()
  if (early.length > 0) socket.unshift(Buffer.concat(early))
}

async function passHttp(socket: Socket, { proxy, host, port }: ProxiedWay): Promise<void> {
  const { username, password } = proxy
  const credentials = Buffer.from(`${username}:${password ?? ''}`).toString('base64')
  socket.write(
    [
      `CONNECT ${host}:${port} HTTP/1.1`,
      `Host: ${host}:${port}`,
      ...(username === undefined ? [] : [`Proxy-Authorization: Basic ${credentials}`]),
      '',
      '',
    ].join('\r\n'),
  )
  const { head, rest } = await readHead(socket)
  if (rest.length > 0) socket.unshift(rest)
  const [statusLine = ''] = head.split('\r\n')
  if (!/^HTTP\/1\.[01] 2\d\d\b/.test(statusLine)) {
    throw new Error(`the proxy answered ${JSON.stringify(statusLine.slice(0, 100))}`)
  }
}

function readHead(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; rest: Buffer }>()
  let received: Buffer = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end >= 0) {
      socket.pause()
      resolve({ head: received.toString('latin1', 0, end), rest: received.subarray(end + 4) })
    } else if (received.length > bounds.proxyResponseBytesMax || !beginsLikeAnswer(received)) {
      reject(new Error('the proxy answered something else'))
    }
  }
  const onClose = () => reject(new Error('the proxy closed the connection'))
  socket.on('data', onData).once('close', onClose).once('error', reject)
  return promise.finally(() => {
    socket.off('data', onData).off('close', onClose).off('error', reject)
  })
}

function beginsLikeAnswer(received: Buffer): boolean {
  const begin = 'HTTP/1.'
  return begin.startsWith(received.toString('latin1', 0, begin.length))
}
