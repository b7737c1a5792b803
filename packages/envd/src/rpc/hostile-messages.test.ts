/** Messages that expand on parsing, or too many messages: their memory is bounded, and the next command works. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Signal } from '@cay/contract/gen/process/process_pb.js'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { processClient } from '../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../testing/own-daemon.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

afterEach(async () => {
  for await (const { event } of processClient(daemon.url).start({ process: { cmd: 'true' } })) {
    if (event?.event.case === 'end') expect(event.event.value.exitCode).toBe(0)
  }
})

describe('a message', () => {
  const post = async (method: string, body: string | Buffer, type = 'application/json') => {
    const answer = await fetch(`${daemon.url}/${method}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(Buffer.from(body)),
    })
    return [answer.status, await answer.text()]
  }

  test.each([
    ['process.Process/List', `{"x":[${'[],'.repeat(300_000)}[]]}`],
    ['process.Process/SendInput', `{"x":[${'{},'.repeat(5_000_000)}{}]}`],
    ['filesystem.Filesystem/Stat', `{"path":"${'x'.repeat(70_000)}"}`],
  ])('of %s that is small and means much is refused before it is looked at', async (method, body) => {
    expect(await post(method, body)).toEqual([429, expect.stringContaining('resource_exhausted')])
  })

  test('of one long text with commas and escaped quotes in it is a small one', async () => {
    const input = Buffer.alloc(1_000_000, 'x').toString('base64')
    const note = JSON.stringify('",[{\\"'.repeat(200_000))
    const body = `{"note":${note},"process":{"pid":${2 ** 31 - 1}},"input":{"stdin":"${input}"}}`
    expect(await post('process.Process/SendInput', body)).toEqual([404, expect.stringContaining('not_found')])
  })

  test('of fields that nobody knows leaves none of them in memory', async () => {
    const fields = Buffer.alloc(16_000_000, Buffer.of(0x78, 0x01))
    const before = process.memoryUsage().heapUsed
    expect(await post('process.Process/SendInput', fields, 'application/proto')).toEqual([
      501,
      expect.stringContaining('unimplemented'),
    ])
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 2 ** 20)
  })
})

test('large messages that arrive at once are bounded together', async () => {
  const { port, hostname } = new URL(daemon.url)
  const head = (length: string) =>
    `POST /process.Process/SendInput HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`
  const open = async (length: string) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).write(head(length))
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }
  const declared = `content-length: ${60 * 2 ** 20}`
  const sockets = [await open(declared), await open(declared), await open(declared)]
  // The budget admits two of them; which two is not defined.
  const answer = await Promise.race(sockets.map(async (socket) => (await once(socket, 'data')) as [Buffer]))
  expect(answer[0].toString()).toMatch(/^HTTP\/1.1 429 /)
  const chunked = await open('transfer-encoding: chunked')
  const closed = new Promise((resolve) => chunked.resume().once('close', resolve))
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  for (let sent = 0; sent < 200 && !chunked.destroyed; sent++) chunked.write(piece)
  await closed
  for (const socket of sockets) socket.destroy()
})

describe('input that a process does not take', () => {
  test('waits up to a bound, then more is refused in words, and another process gets its own', async () => {
    // In JSON the bytes would be encoded and decoded in this process, which takes most of the time.
    const client = processClient(daemon.url, true)
    const started = async (cmd: string, args: string[]) => {
      for await (const { event } of client.start({ process: { cmd, args }, stdin: true })) {
        if (event?.event.case === 'start') return { selector: event.event.value.pid }
      }
      throw new Error('it did not start')
    }
    const deaf = (await started('sleep', ['1000'])).selector
    const send = (pid: number, bytes: number) =>
      client.sendInput({
        process: { selector: { case: 'pid', value: pid } },
        input: { input: { case: 'stdin', value: new Uint8Array(bytes) } },
      })
    // What the test before has announced may count still: then a large message is refused before it gets to the process.
    const fill = async (): Promise<string> => {
      for (;;) {
        const code = await send(deaf, 2 ** 24).then(
          () => undefined,
          (error: unknown) => ConnectError.from(error).code,
        )
        if (code !== Code.ResourceExhausted) return code === undefined ? 'taken' : 'ended'
        await sleep(500)
      }
    }
    const waiting = fill()
    await expect(
      (async () => {
        for (;;) await Promise.race([send(deaf, 1), sleep(50)])
      })(),
    ).rejects.toThrow('[resource_exhausted]')
    const hearing = (await started('cat', [])).selector
    await send(hearing, 100)
    await client.closeStdin({ process: { selector: { case: 'pid', value: hearing } } })
    await client.sendSignal({ process: { selector: { case: 'pid', value: deaf } }, signal: Signal.SIGKILL })
    expect(await waiting).toBe('ended')
  })
})

test('long lists that were asked for and not taken filled the memory', async () => {
  const client = processClient(daemon.url, true)
  const args = ['-c', 'exec sleep 1000', '--', ...Array<string>(16).fill('x'.repeat(120_000))]
  const pids: number[] = []
  while (pids.length < 15) {
    for await (const { event } of client.start({ process: { cmd: '/bin/sh', args } })) {
      if (event?.event.case === 'start') pids.push(event.event.value.pid)
      break
    }
  }
  const { port, hostname } = new URL(daemon.url)
  const sockets: Socket[] = []
  const ask = async () => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => undefined)
    const head = 'POST /process.Process/List HTTP/1.1\r\nhost: x\r\ncontent-type: application/json'
    socket.write(`${head}\r\ncontent-length: 2\r\n\r\n{}`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    return first.toString('latin1', 0, 12)
  }
  const answers: string[] = []
  while (answers.length < 6) answers.push(await ask())
  expect(answers).toEqual([...Array(4).fill('HTTP/1.1 200'), ...Array(2).fill('HTTP/1.1 429')])
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await client.list({}).catch(() => undefined))?.processes.length).toBe(15)
  for (const pid of pids)
    await client.sendSignal({ process: { selector: { case: 'pid', value: pid } }, signal: Signal.SIGKILL })
})
