import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { bindAlone } from './bound-socket.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(at: { fd: number } | { host: string; port: number }): Promise<number> {
  const server = createServer((socket) => socket.end('served'))
  servers.push(server)
  server.listen(at)
  await once(server, 'listening')
  const address = server.address()
  return address instanceof Object ? address.port : 0
}

test('a socket on all addresses serves IPv4', async () => {
  const port = await listen({ fd: bindAlone('::', 0) })
  expect(await text(connect({ host: '127.0.0.1', port }))).toBe('served')
})

test.each(['127.0.0.1', '127.0.0.2', '0.0.0.0'])(
  'a listener on %s finds no room beside a socket on all addresses',
  async (host) => {
    const port = await listen({ fd: bindAlone('::', 0) })
    await expect(listen({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  },
)

test('a listener on all addresses finds no room beside a socket on one of them', async () => {
  const port = await listen({ fd: bindAlone('127.0.0.1', 0) })
  await expect(listen({ host: '0.0.0.0', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a port that is taken is named in the error', async () => {
  const port = await listen({ host: '127.0.0.1', port: 0 })
  expect(() => bindAlone('127.0.0.1', port)).toThrow('bind: address already in use')
})
