import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { reservableRange, reservePort } from './reserve-port.ts'

test.each([
  ['Linux’ own range', { first: 32_768, last: 60_999 }, { first: 20_000, last: 29_999 }],
  [
    'a range that begins among the usual ports',
    { first: 25_000, last: 60_999 },
    { first: 10_000, last: 24_999 },
  ],
  ['a range that begins at 1024', { first: 1024, last: 60_999 }, { first: 61_000, last: 65_535 }],
  ['a range of low ports', { first: 1024, last: 9999 }, { first: 20_000, last: 29_999 }],
  [
    'all ports, where none is better than another',
    { first: 1024, last: 65_535 },
    { first: 20_000, last: 29_999 },
  ],
])('of %s, ports are taken that no client is given', (_, ephemeral, range) => {
  expect(reservableRange(ephemeral)).toEqual(range)
})

test('a port that was chosen for a service is not given to a client before the service listens', async () => {
  const [first = 0, last = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split('\t')
    .map(Number)
  for (let count = 0; count < 20; count++) {
    using reserved = await reservePort('127.0.0.1')
    expect(reserved.port < first || reserved.port > last, `${reserved.port}`).toBe(true)
    const server = createServer().listen(reserved.port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})

test('a port on which somebody listens is not chosen', async () => {
  using reserved = await reservePort('127.0.0.1')
  const { port } = reserved
  reserved[Symbol.dispose]()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await expect(reservePort('127.0.0.1', { first: port, last: port })).rejects.toThrow(
    `127.0.0.1 has no free port from ${port} to ${port}`,
  )
  server.close()
})

test('a port that was chosen for one installation is not chosen for another until the first gives it up', async () => {
  using reserved = await reservePort('127.0.0.1')
  const { port } = reserved
  const thatPort = { first: port, last: port }
  await expect(reservePort('127.0.0.1', thatPort)).rejects.toThrow('no free port')
  await expect(reservePort('0.0.0.0', thatPort)).rejects.toThrow('no free port')
  reserved[Symbol.dispose]()
  using again = await reservePort('127.0.0.1', thatPort)
  expect(again.port).toBe(port)
})

test('an address that is not the machine’s is told, and nothing stays reserved', async () => {
  await expect(reservePort('203.0.113.9')).rejects.toThrow('EADDRNOTAVAIL')
})
