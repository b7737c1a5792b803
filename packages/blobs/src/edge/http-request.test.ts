import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { exchange } from './exchange.ts'
import { httpSender } from './http-request.ts'

test('a request that is refused before its body was sent sends no more of it', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createServer((_, response) => response.writeHead(503).end('busy'))
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const parts = [new Uint8Array(32 * 2 ** 20)]
  const request = {
    method: 'PUT',
    url: new URL(`http://127.0.0.1:${port}/bucket/key`),
    headers: { 'content-length': String(parts[0]?.length) },
    parts,
  }
  const subject = { verb: 'put', key: 'key', bucket: 'bucket', region: '', isPresigned: true } as const
  await expect(exchange(httpSender(), request, subject)).rejects.toThrow('503')
  await closed.promise
  server.close()
})
