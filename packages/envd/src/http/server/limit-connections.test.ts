import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { connectionsFromInsideMax, limitConnections } from './limit-connections.ts'

/** A refused connection that was written to may be reset, which is no error here. */
function closed(socket: Socket): Promise<undefined> {
  return new Promise((resolve) => socket.resume().once('close', () => resolve(undefined)))
}

test('processes of the sandbox have so many connections and no more, until they close some', async () => {
  const servers = [createServer(), createServer()]
  limitConnections(servers)
  const ports: number[] = []
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    ports.push((server.address() as AddressInfo).port)
  }
  const open = async (index: number): Promise<Socket> => {
    const socket = connect(ports[index % 2] ?? 0, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const sockets: Socket[] = []
  for (let index = 0; index < connectionsFromInsideMax; index++) sockets.push(await open(index))
  const accepted = async () => {
    const counts = servers.map((server) => promisify(server.getConnections.bind(server))())
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }
  await expect.poll(accepted).toBe(connectionsFromInsideMax)
  await closed(await open(0))
  const [first] = sockets
  first?.destroy()
  const answered = async () => {
    const socket = await open(1)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const data = new Promise<Socket>((resolve) => socket.once('data', () => resolve(socket)))
    return Promise.race([data, closed(socket)])
  }
  for (const server of servers) server.on('request', (_, response) => void response.end())
  let last: Socket | undefined
  while (last === undefined) last = await answered()
  for (const socket of [...sockets, last]) socket.destroy()
  for (const server of servers) server.close()
})
