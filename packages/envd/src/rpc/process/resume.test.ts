import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headers } from '@cay/contract/names.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processClient } from '../../testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'
import { openRawStream, type RawStream } from '../../testing/raw-stream.ts'

let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

let names = 0
const newName = () => `stream-${++names}`
const nothing = {}

interface Wish {
  readonly name: string
  readonly attempt?: number
  readonly frames?: number
  readonly more?: Readonly<Record<string, string>>
}

function call(method: string, message: unknown, { name, attempt = 1, frames = 0, more = {} }: Wish) {
  const named = { [headers.stream]: `${name}:${attempt}:${frames}`, ...more }
  return openRawStream({ url: daemon.url, method: `process.Process/${method}`, message, headers: named })
}

function start(script: string, wish: Wish, isTerminal = false) {
  const process = { cmd: '/bin/sh', args: ['-c', script] }
  return call('Start', { process, ...(isTerminal ? { pty: { size: { cols: 80, rows: 24 } } } : {}) }, wish)
}

/** What one receiver has received over all connections of its stream. */
class Receiver {
  pid = 0
  text = ''
  frames = 0
  exitCode: number | undefined
  keepalives = 0
  starts = 0
  end: unknown

  /** Reads to the end of the stream, or until `isEnough`. */
  async read(stream: RawStream, isEnough: (got: Receiver) => boolean = () => false): Promise<void> {
    for (let message = await stream.next(); message !== undefined; message = await stream.next()) {
      this.#take(message)
      if (isEnough(this)) return
    }
  }

  #take(message: Record<string, unknown>): void {
    if ('end' in message) {
      this.end = message.end
      return
    }
    this.frames += 1
    const event = message.event as Record<string, Record<string, unknown>>
    if (event.start !== undefined) {
      this.starts += 1
      this.pid = Number(event.start.pid)
    }
    for (const bytes of Object.values(event.data ?? {})) this.text += Buffer.from(String(bytes), 'base64')
    if (event.keepalive !== undefined) this.keepalives += 1
    if (event.end !== undefined) this.exitCode = Number(event.end.exitCode ?? 0)
  }
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('')
const gate = () => join(daemon.home, `gate-${++names}`)
const untilThere = (path: string) => `until [ -e ${path} ]; do sleep 0.01; done`

describe('a stream that was cut', () => {
  test.each(['pipes', 'terminal'])('goes on where it was, as often as it is cut: %s', async (kind) => {
    const name = newName()
    const gates = [gate(), gate(), gate()]
    const steps = gates
      .map((path, i) => `echo ${2 * i + 1}; echo ${2 * i + 2}; ${untilThere(path)}`)
      .join(';')
    const got = new Receiver()
    let stream = await start(`${steps}; exit 7`, { name }, kind === 'terminal')
    expect(stream.headers[headers.stream]).toBe(name)
    for (const [index, path] of gates.entries()) {
      await got.read(stream, ({ text }) => text.includes(String(2 * index + 2)))
      stream.cut()
      await writeFile(path, '')
      stream = await call('Start', nothing, { name, attempt: index + 2, frames: got.frames })
    }
    await got.read(stream)
    expect(got.text.replaceAll('\r', '')).toBe(lines(6))
    expect(got).toMatchObject({ exitCode: 7, starts: 1, end: {} })
  })

  test('begins again with its start when nothing of it has arrived', async () => {
    const name = newName()
    const stream = await start('echo 1', { name })
    stream.cut()
    const got = new Receiver()
    await got.read(await call('Start', nothing, { name, attempt: 2 }))
    expect(got).toMatchObject({ text: '1\n', exitCode: 0, starts: 1 })
  })

  test('has its end also when that came meanwhile, and whoever had everything has nothing twice', async () => {
    const name = newName()
    const got = new Receiver()
    const done = gate()
    const stream = await start(`echo 1; ${untilThere(done)}; echo 2; exit 3`, { name })
    await got.read(stream, ({ text }) => text.includes('1'))
    stream.cut()
    await writeFile(done, '')
    const others = new Receiver()
    await others.read(await call('Connect', { process: { pid: got.pid } }, { name: newName() }))
    await got.read(await call('Start', nothing, { name, attempt: 2, frames: got.frames }))
    expect(got).toMatchObject({ text: '1\n2\n', exitCode: 3, end: {} })
    const frames = got.frames
    await got.read(await call('Start', nothing, { name, attempt: 3, frames }))
    expect(got).toMatchObject({ text: '1\n2\n', frames, end: {} })
  })

  test('loses nothing of what a fast process says: it waits, as for a pipe', async () => {
    const name = newName()
    const total = 20_000_000
    const got = new Receiver()
    let stream = await start(`yes 0123456789abcdef | head -c ${total}; exit 4`, { name })
    for (let attempt = 2; attempt <= 6; attempt++) {
      const enough = got.text.length + 2_000_000
      await got.read(stream, ({ text }) => text.length > enough)
      stream.cut()
      stream = await call('Start', nothing, { name, attempt, frames: got.frames })
    }
    await got.read(stream)
    expect(got.text.length).toBe(total)
    expect(got.text === '0123456789abcdef\n'.repeat(total / 17 + 1).slice(0, total)).toBe(true)
    expect(got.exitCode).toBe(4)
  })

  test('is one of several: each goes on where it was', async () => {
    const done = gate()
    const first = newName()
    const [one, two] = [new Receiver(), new Receiver()]
    const hello = gate()
    const script = `echo 1; ${untilThere(hello)}; echo 2; ${untilThere(done)}; echo 3`
    const started = await start(script, { name: first })
    await one.read(started, ({ text }) => text.includes('1'))
    const second = newName()
    const connected = await call('Connect', { process: { pid: one.pid } }, { name: second })
    await two.read(connected, ({ starts }) => starts === 1)
    started.cut()
    await writeFile(hello, '')
    await two.read(connected, ({ text }) => text.includes('2'))
    connected.cut()
    await writeFile(done, '')
    await one.read(await call('Start', nothing, { name: first, attempt: 2, frames: one.frames }))
    await two.read(await call('Connect', nothing, { name: second, attempt: 2, frames: two.frames }))
    expect([one.text, two.text]).toEqual(['1\n2\n3\n', '2\n3\n'])
  })

  test('gets keepalives again, and they are no events', async () => {
    const name = newName()
    const more = { [headers.keepalivePingInterval]: '1' }
    const done = gate()
    const got = new Receiver()
    const stream = await start(`${untilThere(done)}; echo 1`, { name, more })
    await got.read(stream, ({ keepalives }) => keepalives === 1)
    stream.cut()
    const again = await call('Start', nothing, { name, attempt: 2, frames: got.frames, more })
    await got.read(again, ({ keepalives }) => keepalives === 2)
    again.cut()
    await writeFile(done, '')
    await got.read(await call('Start', nothing, { name, attempt: 3, frames: got.frames }))
    expect(got).toMatchObject({ text: '1\n', starts: 1, exitCode: 0 })
  })

  test("keeps the deadline of the call that opened it, in its clients' words", async () => {
    const name = newName()
    const got = new Receiver()
    const stream = await start('echo 1; sleep 60', { name, more: { [headers.connectTimeoutMs]: '700' } })
    await got.read(stream, ({ text }) => text.includes('1'))
    stream.cut()
    await got.read(await call('Start', nothing, { name, attempt: 2, frames: got.frames }))
    expect(got.end).toMatchObject({ error: { code: 'deadline_exceeded' } })
    const late = new Receiver()
    await late.read(await call('Start', nothing, { name, attempt: 3, frames: got.frames }))
    expect(late.end).toMatchObject({ error: { code: 'deadline_exceeded' } })
  })
})

describe('a stream cannot be taken up', () => {
  const refusal = async (wish: Wish) => {
    const got = new Receiver()
    await got.read(await call('Start', nothing, wish))
    return (got.end as { error?: { code: string } }).error?.code
  }

  test('that nobody knows', async () => {
    expect(await refusal({ name: newName(), frames: 1 })).toBe('not_found')
  })

  test('behind more than was sent on it', async () => {
    const name = newName()
    const got = new Receiver()
    const stream = await start('sleep 5', { name })
    await got.read(stream, ({ starts }) => starts === 1)
    expect(await refusal({ name, attempt: 2, frames: 9 })).toBe('not_found')
  })

  test('by a connection that is older than the last', async () => {
    const name = newName()
    const got = new Receiver()
    await start('echo 1; sleep 5', { name, attempt: 3 })
    expect(await refusal({ name, attempt: 2 })).toBe('aborted')
    await got.read(await call('Start', nothing, { name, attempt: 4 }), ({ text }) => text !== '')
    expect(got.text).toBe('1\n')
  })

  test('that its caller has left', async () => {
    const name = newName()
    const stream = await start('sleep 5', { name })
    stream.leave()
    await expect.poll(() => refusal({ name, attempt: 2, frames: 1 })).toBe('not_found')
  })

  test('once the sandbox has become another one', async () => {
    await using other = await startOwnDaemon()
    const name = newName()
    const at = (claim: string) =>
      openRawStream({
        url: other.url,
        method: 'process.Process/Start',
        message: { process: { cmd: 'sleep', args: ['5'] } },
        headers: { [headers.stream]: claim },
      })
    const stream = await at(`${name}:1:0`)
    await stream.next()
    const identity = { sandboxId: 'fork', timestamp: new Date().toISOString() }
    const answer = await fetch(`${other.url}/init`, { method: 'POST', body: JSON.stringify(identity) })
    expect(answer.status).toBe(204)
    expect(await (await at(`${name}:2:1`)).next()).toMatchObject({ end: { error: { code: 'not_found' } } })
  })

  test.each(['x', 'x:1', 'x:1:-1', ':1:1', 'a b:1:0'])('by a claim such as %s', async (claim) => {
    const options = { url: daemon.url, method: 'process.Process/Start', message: nothing }
    const stream = await openRawStream({ ...options, headers: { [headers.stream]: claim } })
    expect(await stream.next()).toMatchObject({ end: { error: { code: 'invalid_argument' } } })
  })
})

test('a start whose answer was lost starts nothing twice', async () => {
  const name = newName()
  const count = gate()
  const script = `echo x >> ${count}; echo 1`
  const got = new Receiver()
  const lost = await start(script, { name })
  lost.cut()
  await got.read(await start(script, { name, attempt: 2 }))
  expect([got.text, readFileSync(count, 'utf8')]).toEqual(['1\n', 'x\n'])
})

describe('after a pause', () => {
  test('who connects again gets what he has missed, once, and others do not', async () => {
    const name = newName()
    const got = new Receiver()
    const [after, end] = [gate(), gate()]
    const script = `echo 1; ${untilThere(after)}; echo 2; touch ${after}-said; ${untilThere(end)}; echo 3`
    const stream = await start(script, { name })
    await got.read(stream, ({ text }) => text.includes('1'))
    stream.cut()
    await writeFile(after, '')
    await expect.poll(() => existsSync(`${after}-said`)).toBe(true)
    const connect = (more: Readonly<Record<string, string>>) =>
      call('Connect', { process: { pid: got.pid } }, { name: newName(), more })
    const cut = { [headers.cutStreams]: `unknown:5, ${name}:${got.frames}` }
    const back = await connect(cut)
    const again = new Receiver()
    await again.read(back, ({ text }) => text.includes('2'))
    expect(back.headers[headers.cutStreams]).toBe(name)
    const another = await connect(cut)
    expect(another.headers[headers.cutStreams]).toBeUndefined()
    const other = new Receiver()
    await other.read(another, ({ starts }) => starts === 1)
    await writeFile(end, '')
    await Promise.all([again.read(back), other.read(another)])
    expect([again.text, again.starts, again.exitCode]).toEqual(['2\n3\n', 1, 0])
    expect(other.text).toBe('3\n')
  })

  test('who asks for what was shown before gets all of it, and not what came behind the cut', async () => {
    const name = newName()
    const got = new Receiver()
    const stream = await start('echo shown; sleep 100', { name, more: { [headers.keepOutput]: '1' } })
    await got.read(stream, ({ text }) => text.includes('shown'))
    stream.cut()
    const more = { [headers.cutStreams]: `${name}:${got.frames}`, [headers.replay]: '1' }
    const back = await call('Connect', { process: { pid: got.pid } }, { name: newName(), more })
    expect(back.headers[headers.cutStreams]).toBe(name)
    const again = new Receiver()
    await again.read(back, ({ text }) => text.includes('shown'))
    const selector = { case: 'pid', value: got.pid } as const
    await processClient(daemon.url).sendSignal({ process: { selector }, signal: 9 })
    await again.read(back)
    expect(again.text).toBe('shown\n')
  })

  test('who connects without a word of a cut gets what comes', async () => {
    const name = newName()
    const got = new Receiver()
    const end = gate()
    const stream = await start(`echo 1; ${untilThere(end)}; echo 2`, { name })
    await got.read(stream, ({ text }) => text.includes('1'))
    stream.cut()
    const other = new Receiver()
    const connected = await call('Connect', { process: { pid: got.pid } }, { name: newName() })
    await other.read(connected, ({ starts }) => starts === 1)
    await writeFile(end, '')
    await other.read(connected)
    expect(other.text).toBe('2\n')
  })
})

test('an ordinary stream has no name', async () => {
  const message = { process: { cmd: 'true' } }
  const stream = await openRawStream({ url: daemon.url, method: 'process.Process/Start', message })
  expect(stream.headers[headers.stream]).toBeUndefined()
})

describe('a call with a key', () => {
  test('is applied once, and every sender has its answer', async () => {
    const client = processClient(daemon.url)
    const got = new Receiver()
    const stream = await openRawStream({
      url: daemon.url,
      method: 'process.Process/Start',
      message: { process: { cmd: 'cat' }, stdin: true },
    })
    await got.read(stream, ({ starts }) => starts === 1)
    const process = { selector: { case: 'pid' as const, value: got.pid } }
    const say = (text: string, key: string) =>
      client.sendInput(
        { process, input: { input: { case: 'stdin', value: Buffer.from(text) } } },
        { headers: { [headers.once]: key } },
      )
    await Promise.all([say('a\n', 'one'), say('a\n', 'one'), say('a\n', 'one')])
    await say('b\n', 'two')
    await client.closeStdin({ process })
    await got.read(stream)
    expect(got.text).toBe('a\nb\n')
  })

  test('that failed fails again in the same words', async () => {
    const client = processClient(daemon.url)
    const process = { selector: { case: 'pid' as const, value: 999_999 } }
    const fail = () => client.closeStdin({ process }, { headers: { [headers.once]: 'failing' } })
    await expect(fail()).rejects.toThrow('[not_found]')
    await expect(fail()).rejects.toThrow('[not_found]')
  })
})
