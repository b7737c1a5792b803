/** Real connections of one listener; time is the test's. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ClientConnections } from './client-connections.ts'

const idleMsMax = 600_000

afterEach(() => {
  vi.useRealTimers()
})

interface Peer {
  readonly client: Socket
  readonly accepted: Socket
}

/** A listener that takes 16 connections, two of one client; room is made above 14. */
async function listen(logged: object[] = []) {
  const connections = new ClientConnections({
    ...{ listener: 'test', connectionsMax: 16, idleMsMax },
    isShared: (client) => client === '127.0.0.1',
    log: { warn: (fields: object) => void logged.push(fields) } as never,
  })
  const stopped = new AbortController()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    connections.admit(socket)
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stopped.abort()
    server.close()
  })
  const open = async (localAddress = '127.0.0.1'): Promise<Peer> => {
    const { port } = server.address() as AddressInfo
    const client = connect({ host: '127.0.0.1', port, localAddress })
    onTestFinished(() => void client.destroy())
    client.on('error', () => undefined)
    client.resume()
    const [[accepted]] = await Promise.all([once(server, 'connection'), once(client, 'connect')])
    return { client, accepted }
  }
  return { connections, open, watch: () => connections.watch(stopped.signal) }
}

const isClosed = ({ accepted }: Peer) => accepted.destroyed

test('a client that holds its share loses its oldest connection for a new one, and known ones do not count', async () => {
  const { connections, open } = await listen()
  const [known, first, second] = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  // The share was taken by the first two, until this one is known.
  expect([known, first, second].map(isClosed)).toEqual([true, false, false])
  connections.markKnown(first.accepted)
  const third = await open('127.0.0.2')
  expect([first, second, third].map(isClosed)).toEqual([false, false, false])
  await open('127.0.0.2')
  expect([first, second, third].map(isClosed)).toEqual([false, true, false])
})

test('an address with many clients has no share, and loses its oldest when there is no room', async () => {
  const logged: object[] = []
  const { connections, open } = await listen(logged)
  const other = await open('127.0.0.2')
  const peers: Peer[] = []
  for (let count = 0; count < 14; count++) peers.push(await open())
  expect([other, ...peers].map(isClosed)).toEqual([false, true, ...Array(13).fill(false)])
  expect(connections.openCount).toBe(14)
  await open()
  expect(logged).toEqual([{ event: 'connections.closed', listener: 'test', open: 13, closed: 1 }])
})

test('with room for nothing but requests with a credential, a new connection is refused', async () => {
  const { connections, open } = await listen()
  const peers: Peer[] = []
  for (let count = 0; count < 16; count++) {
    const peer = await open()
    peers.push(peer)
    connections.markKnown(peer.accepted)
    connections.begin(peer.accepted)
  }
  expect(isClosed(await open())).toBe(true)
  expect(peers.some(isClosed)).toBe(false)
})

test('bytes that trickle do not make a connection less idle, a request in flight does, and a credential lengthens its time', async () => {
  const { connections, open, watch } = await listen()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  watch()
  const peers: Peer[] = []
  for (let count = 0; count < 14; count++) peers.push(await open())
  const [slow, busy, known, ...rest] = peers as [Peer, Peer, Peer, ...Peer[]]
  const end = connections.begin(busy.accepted)
  connections.markKnown(known.accepted)
  for (let second = 0; second < 5; second++) {
    if (!slow.accepted.destroyed) {
      slow.client.write('x')
      await once(slow.accepted, 'data')
    }
    vi.advanceTimersByTime(1000)
  }
  expect([slow, ...rest].every(isClosed)).toBe(true)
  expect([busy, known].map(isClosed)).toEqual([false, false])
  end()
  // There are few now.
  vi.advanceTimersByTime(idleMsMax - 10_000)
  expect([busy, known].map(isClosed)).toEqual([false, false])
  vi.advanceTimersByTime(20_000)
  expect([busy, known].map(isClosed)).toEqual([true, true])
})
