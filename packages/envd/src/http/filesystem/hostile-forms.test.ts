import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwnMemory } from '../../edge/usage/own-memory.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const boundary = 'xxBOUNDARYxx'
const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const post = (body: string, query = '') =>
  fetch(`${daemon.url}/files${query}`, { method: 'POST', headers: formType, body })
const isAlive = async () => (await fetch(`${daemon.url}/health`)).status === 204

/** Sends the head of an upload; the test sends the rest. */
function begin(headers: Record<string, string>, query = ''): Socket {
  const { port, hostname } = new URL(daemon.url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /files${query} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  return text
}

const memory = createOwnMemory()
/** Memory of this process, the daemon's included, without garbage. */
function heldBytes(): number {
  memory.trim()
  return process.memoryUsage.rss()
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

describe('a form', () => {
  test.each([
    ['a part without a name of its file', part('name="file"', 'x') + end, 'file part has no filename'],
    ['a file whose name is empty', part('name="file"; filename=""', 'x') + end, 'file part has no filename'],
    ['a name that leads to another home', part('name="file"; filename="~bob/x"', 'x') + end, 'home dir'],
  ])('with %s is refused', async (_, body, message) => {
    const answer = await post(body)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)])
  })

  test.each([
    ['no part at all', end],
    ['a part without a name', part('filename="unnamed"', 'x') + end],
    ['only parts with other names', part('name="files"; filename="unnamed"', 'x') + end],
  ])('with %s writes nothing', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, await answer.json()]).toEqual([200, []])
    expect(existsSync(`${daemon.home}/unnamed`)).toBe(false)
  })

  test('with two parts for one path keeps the first, however the second is spelled', async () => {
    for (const [index, second] of ['./twice', 'a/../twice', `${daemon.home}/twice`].entries()) {
      const text = `first ${index}`
      const names = [`filename="twice"`, `filename="${second}"`]
      const [one, two] = names.map((name, turn) => part(`name="file"; ${name}`, turn === 0 ? text : 'second'))
      expect((await post(`${one}${two}${end}`)).status).toBe(400)
      expect(readFileSync(`${daemon.home}/twice`, 'utf8')).toBe(text)
    }
  })

  test('of 10,000 parts is written whole, one of 20,001 is refused', async () => {
    const many = (count: number, directory: string) =>
      Array.from({ length: count }, (_, index) => part(`name="file"; filename="${directory}/${index}"`, 'x'))
    const answer = await post(many(10_000, 'many').join('') + end)
    expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 10_000])
    expect(readdirSync(`${daemon.home}/many`)).toHaveLength(10_000)
    const tooMany = await post(part('name="other"', 'x').repeat(20_001) + end)
    expect([tooMany.status, await tooMany.text()]).toEqual([400, expect.stringContaining('more than 20000')])
  }, 240_000)

  test('whose part never ends holds no memory, and what came stays when its client goes', async () => {
    const socket = begin({ ...formType, 'transfer-encoding': 'chunked' })
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    socket.write(
      chunk(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="endless"\r\n\r\n`),
    )
    const before = heldBytes()
    const piece = chunk('x'.repeat(64 * 1024))
    const pieces = 4800
    for (let sent = 0; sent < pieces; sent++) {
      if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve))
    }
    const path = `${daemon.home}/endless`
    await until(() => existsSync(path) && statSync(path).size > 290_000_000)
    await expect.poll(() => heldBytes() - before).toBeLessThan(160 * 2 ** 20)
    socket.destroy()
    await until(() => statSync(path).size > 0)
    expect(await isAlive()).toBe(true)
  })
})

describe('an upload whose length is a lie', () => {
  const octets = { 'content-type': 'application/octet-stream' }

  test('and too long keeps what came when its client stops', async () => {
    const socket = begin({ ...octets, 'content-length': '1000' }, '?path=short')
    socket.write('only this')
    await until(() => existsSync(`${daemon.home}/short`) && statSync(`${daemon.home}/short`).size === 9)
    socket.destroy()
    expect(await isAlive()).toBe(true)
    expect(readFileSync(`${daemon.home}/short`, 'utf8')).toBe('only this')
  })

  test('and too short ends where it said', async () => {
    const socket = begin({ ...octets, 'content-length': '4' }, '?path=long')
    socket.write('only this')
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 [24]00 /)
    await until(() => readFileSync(`${daemon.home}/long`, 'utf8') === 'only')
    expect(await isAlive()).toBe(true)
  })

  test.each([
    ['no number', { 'content-length': 'many' }],
    ['negative', { 'content-length': '-1' }],
    ['given beside chunks', { 'content-length': '4', 'transfer-encoding': 'chunked' }],
  ])('because it is %s is refused', async (_, headers) => {
    const socket = begin({ ...octets, ...headers, connection: 'close' }, '?path=lie')
    socket.write('only')
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 400 /)
    expect(existsSync(`${daemon.home}/lie`)).toBe(false)
  })

  test('and absent is taken as it comes', async () => {
    const socket = begin({ ...octets, 'transfer-encoding': 'chunked', connection: 'close' }, '?path=chunks')
    socket.write('3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n')
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 200 /)
    expect(readFileSync(`${daemon.home}/chunks`, 'utf8')).toBe('abcde')
  })
})

test('a client that takes nothing of a download holds nothing up', async () => {
  mkdirSync(`${daemon.home}/slow`)
  const body = new Uint8Array(64 * 2 ** 20)
  const headers = { 'content-type': 'application/octet-stream' }
  await fetch(`${daemon.url}/files?path=slow/file`, { method: 'POST', headers, body })
  const { port, hostname } = new URL(daemon.url)
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.write('GET /files?path=slow/file HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\n\r\n')
    return socket
  })
  const before = heldBytes()
  for (let turn = 0; turn < 20; turn++) {
    await sleep(10)
    expect(await isAlive()).toBe(true)
  }
  await expect.poll(() => heldBytes() - before).toBeLessThan(100 * 2 ** 20)
  for (const socket of sockets) socket.destroy()
})
