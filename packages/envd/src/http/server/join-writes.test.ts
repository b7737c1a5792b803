import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinWrites } from './join-writes.ts'

let serve: (response: ServerResponse) => Promise<void>
const server = createServer((_request, response) => {
  joinWrites(response)
  void serve(response)
})
let url: string
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const drained = (response: ServerResponse) => new Promise((resolve) => response.once('drain', resolve))
const receive = () =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, (answer) => resolve(buffer(answer))).on('error', reject)
  })

test('everything arrives in order, whatever the sizes', async () => {
  const pieces = Array.from({ length: 400 }, (_, index) => Buffer.alloc((index * 7919) % 70_000, index))
  serve = async (response) => {
    for (const piece of pieces) if (!response.write(piece)) await drained(response)
    response.end()
  }
  expect((await receive()).equals(Buffer.concat(pieces))).toBe(true)
})

test('what is written is sent before anything else happens', async () => {
  let continued: () => void = () => undefined
  const seen = new Promise<void>((resolve) => (continued = resolve))
  serve = async (response) => {
    response.write(Buffer.from('first'))
    await seen
    response.end()
  }
  const text = await new Promise<string>((resolve) => {
    get(url, (answer) => answer.once('data', (bytes: Buffer) => resolve(bytes.toString())))
  })
  expect(text).toBe('first')
  continued()
})

test('a reader that takes nothing makes the writer wait', async () => {
  let written = 0
  const waiting = new Promise<void>((resolve) => {
    serve = async (response) => {
      const piece = Buffer.alloc(65_536)
      for (;;) {
        written += piece.length
        if (response.write(piece)) continue
        const isStuck = await Promise.race([
          drained(response).then(() => false),
          new Promise<boolean>((late) => setTimeout(() => late(true), 300)),
        ])
        if (isStuck) break
      }
      resolve()
    }
  })
  const request = get(url, (answer) => answer.pause())
  await waiting
  expect(written).toBeLessThan(32 * 1024 * 1024)
  request.destroy()
})

test('of many readers that take nothing each holds less', async () => {
  const serving = 400
  let written = 0
  let stuck = 0
  const allStuck = new Promise<void>((resolve) => {
    serve = (response) => {
      // The system accepts part of it.
      response.cork()
      const piece = Buffer.alloc(16_384)
      while (response.write(piece)) written += piece.length
      stuck += 1
      if (stuck === serving) resolve()
      return Promise.resolve()
    }
  })
  const requests = Array.from({ length: serving }, () =>
    get(url, { agent: false }, (answer) => answer.pause()),
  )
  for (const request of requests) request.on('error', () => undefined)
  await allStuck
  expect(written).toBeLessThan(serving * 512 * 1024 * 0.8)
  for (const request of requests) request.destroy()
})
