/**
 * Streams of a real daemon over captures of its sandbox: clients as they are in the field follow commands, terminals and
 * directories, and notice nothing. The capture is simulated: what is cut is cut by the proxy.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { limits } from '@cay/contract/limits.ts'
import { filesystemClient, processClient } from '@cay/envd/testing/clients.ts'
import { type OwnDaemon, startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import { openRawStream } from '@cay/envd/testing/raw-stream.ts'
import type { SandboxState } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, routing, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld
let sandbox: Sandbox
let daemon: OwnDaemon
let url: string
let headers: Record<string, string>

beforeAll(async () => {
  world = await openProxyWorld()
  url = `http://127.0.0.1:${world.proxyPort}`
})
beforeEach(async () => {
  sandbox = world.addSandbox()
  headers = routing(sandbox, limits.daemonPort)
  daemon = await startOwnDaemon(undefined, { host: sandbox.address, port: limits.daemonPort })
})
afterEach(() => daemon[Symbol.asyncDispose]())
afterAll(async () => {
  await world[Symbol.asyncDispose]()
})

/** Resolves when the proxy has heard of it: then everything is cut. */
function enter(phase: SandboxState['phase']): Promise<void> {
  void world.orchestrator.show(sandbox.id, { phase })
  return world.untilCurrent()
}
async function capture(meanwhile: () => unknown = () => undefined): Promise<void> {
  await enter('capturing')
  await meanwhile()
  await enter('running')
}

type Started = ReturnType<ReturnType<typeof processClient>['start']>
type Connected = ReturnType<ReturnType<typeof processClient>['connect']>

class Follower {
  pid = 0
  text = ''
  starts = 0
  keepalives = 0
  exitCode: number | undefined
  readonly done: Promise<void>

  constructor(events: Started | Connected) {
    this.done = this.#follow(events)
    // Looked at by the test, perhaps later than it fails.
    this.done.catch(() => undefined)
  }

  async #follow(events: Started | Connected): Promise<void> {
    for await (const { event } of events) {
      const happening = event?.event
      if (happening?.case === 'start') {
        this.starts += 1
        this.pid = happening.value.pid
      }
      if (happening?.case === 'data') this.text += Buffer.from(happening.value.output.value ?? []).toString()
      if (happening?.case === 'keepalive') this.keepalives += 1
      if (happening?.case === 'end') this.exitCode = happening.value.exitCode
    }
  }

  async until(isThere: (follower: Follower) => boolean): Promise<void> {
    await expect.poll(() => isThere(this), { interval: 5 }).toBe(true)
  }
}

function start(script: string, more: { pty?: object; stdin?: boolean } = {}, isBinary = false) {
  const process = { cmd: '/bin/sh', args: ['-c', script] }
  const client = processClient(url, isBinary)
  return new Follower(client.start({ process, stdin: false, ...more }, { headers }))
}
const untilThere = (path: string) => expect.poll(() => existsSync(path), { interval: 5 }).toBe(true)
const bySelector = (pid: number) => ({ selector: { case: 'pid' as const, value: pid } })
const counted = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('')

describe('a command', () => {
  it.each([
    ['JSON', false],
    ['protobuf', true],
  ])('is streamed over many captures, in %s, without loss, repetition or reordering', async (_, isBinary) => {
    const count = 300
    const follower = start(`for i in $(seq ${count}); do echo $i; sleep 0.01; done; exit 7`, {}, isBinary)
    for (let round = 1; round <= 6; round++) {
      await follower.until(({ text }) => text.includes(`${round * 40}\n`))
      await capture()
    }
    await follower.done
    expect(follower).toMatchObject({ text: counted(1, count), exitCode: 7, starts: 1 })
  })

  it('with more output than fits into any buffer loses nothing', async () => {
    const total = 40_000_000
    const follower = start(`yes 0123456789abcdef | head -c ${total}; exit 3`)
    for (let round = 1; round <= 5; round++) {
      await follower.until(({ text }) => text.length > round * 4_000_000)
      await capture()
    }
    await follower.done
    expect(follower.text.length).toBe(total)
    expect(follower.text === '0123456789abcdef\n'.repeat(total / 17 + 1).slice(0, total)).toBe(true)
    expect(follower.exitCode).toBe(3)
  })

  it('that was silent during five captures was not lost', async () => {
    const gate = `${daemon.home}/gate`
    const follower = start(`until [ -e ${gate} ]; do sleep 0.01; done; echo 1`)
    await follower.until(({ starts }) => starts === 1)
    for (let round = 1; round <= 7; round++) {
      await capture()
      // What comes later has passed, so the silent one is under way again.
      await start('true').done
    }
    writeFileSync(gate, '')
    await follower.done
    expect(follower).toMatchObject({ text: '1\n', exitCode: 0 })
  })

  it('that ends meanwhile delivers its output and its end', async () => {
    const gate = `${daemon.home}/gate`
    const follower = start(
      `echo 1; until [ -e ${gate} ]; do sleep 0.01; done; echo 2; touch ${gate}-2; exit 5`,
    )
    await follower.until(({ text }) => text === '1\n')
    await capture(async () => {
      writeFileSync(gate, '')
      await untilThere(`${gate}-2`)
    })
    await follower.done
    expect(follower).toMatchObject({ text: '1\n2\n', exitCode: 5 })
  })

  it('has several readers, each of which continues at its own position', async () => {
    const gate = `${daemon.home}/gate`
    const first = start(
      `until [ -e ${gate} ]; do sleep 0.01; done; for i in $(seq 100); do echo $i; sleep 0.01; done`,
    )
    await first.until(({ starts }) => starts === 1)
    const others = [false, true].map(
      (isBinary) =>
        new Follower(processClient(url, isBinary).connect({ process: bySelector(first.pid) }, { headers })),
    )
    for (const other of others) await other.until(({ starts }) => starts === 1)
    writeFileSync(gate, '')
    await first.until(({ text }) => text.includes('20\n'))
    await capture()
    await first.until(({ text }) => text.includes('60\n'))
    await capture()
    const all = [first, ...others]
    await Promise.all(all.map(({ done }) => done))
    expect(all.map(({ text, starts }) => [text, starts])).toEqual(all.map(() => [counted(1, 100), 1]))
  })

  it('that starts while the sandbox is captured starts once, when it runs', async () => {
    await enter('capturing')
    const follower = start(`echo x >> ${daemon.home}/starts; echo 1`)
    await world.untilCurrent()
    await enter('running')
    await follower.done
    expect([follower.text, readFileSync(`${daemon.home}/starts`, 'utf8')]).toEqual(['1\n', 'x\n'])
  })

  it('keeps its keepalives and its deadline', async () => {
    const client = processClient(url)
    const process = { cmd: 'sleep', args: ['60'] }
    const more = { headers: { ...headers, 'Keepalive-Ping-Interval': '1' }, timeoutMs: 15_000 }
    const follower = new Follower(client.start({ process }, more))
    await follower.until(({ keepalives }) => keepalives > 0)
    await capture()
    const before = follower.keepalives
    await follower.until(({ keepalives }) => keepalives > before)
    await expect(follower.done).rejects.toThrow('[deadline_exceeded]')
  })

  it('that is killed with its sandbox resets its stream', async () => {
    const follower = start('sleep 60')
    await follower.until(({ starts }) => starts === 1)
    await enter('capturing')
    void world.orchestrator.end(sandbox.id)
    await expect(follower.done).rejects.toThrow()
  })

  it('whose stream would have a gap is reset, rather than continued as if nothing were missing', async () => {
    const follower = start('sleep 60')
    await follower.until(({ starts }) => starts === 1)
    await capture(async () => {
      const identity = { sandboxId: 'another', timestamp: new Date().toISOString() }
      await fetch(`${daemon.url}/init`, { method: 'POST', body: JSON.stringify(identity) })
    })
    await expect(follower.done).rejects.toThrow()
  })
})

describe('a terminal', () => {
  it('gets input and resizes over captures, and each key arrives once', async () => {
    const client = processClient(url)
    const pty = { size: { cols: 80, rows: 24 } }
    const follower = start('stty -echo; echo ready; while read line; do echo "got $line"; done', { pty })
    await follower.until(({ text }) => text.includes('ready'))
    const process = bySelector(follower.pid)
    const type = (text: string) =>
      client.sendInput({ process, input: { input: { case: 'pty', value: Buffer.from(text) } } }, { headers })
    for (let round = 1; round <= 5; round++) {
      const keys = type(`${round}a\n`)
      await enter('capturing')
      const more = keys.then(() => type(`${round}b\n`))
      const size = client.update({ process, pty: { size: { cols: 80 + round, rows: 24 } } }, { headers })
      const list = client.list({}, { headers })
      await enter('running')
      await Promise.all([more, size])
      expect((await list).processes.map(({ pid }) => pid)).toEqual([follower.pid])
    }
    await type('\x04')
    await follower.done
    const said = follower.text.replaceAll('\r', '').split('\n').slice(1, -1)
    expect(said).toEqual([1, 2, 3, 4, 5].flatMap((round) => [`got ${round}a`, `got ${round}b`]))
  })
})

describe('input in flight at the cut', () => {
  it('is applied once, however often it is sent', async () => {
    const client = processClient(url)
    const follower = start('cat', { stdin: true })
    await follower.until(({ starts }) => starts === 1)
    const process = bySelector(follower.pid)
    const sent: Promise<unknown>[] = []
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 5; i++) {
        const value = Buffer.from(`${round}-${i}\n`)
        sent.push(client.sendInput({ process, input: { input: { case: 'stdin', value } } }, { headers }))
      }
      await capture()
    }
    await Promise.all(sent)
    await client.closeStdin({ process }, { headers })
    await follower.done
    const lines = follower.text.trimEnd().split('\n')
    expect([lines.length, new Set(lines).size]).toEqual([50, 50])
  })
})

describe('a watched directory', () => {
  it.each([
    ['JSON', false],
    ['protobuf', true],
  ])('is watched over captures, in %s, including changes meanwhile', async (_, isBinary) => {
    const root = `${daemon.home}/watched`
    mkdirSync(root)
    const names: string[] = []
    let isReady = false
    const watching = new AbortController()
    const events = filesystemClient(url, isBinary).watchDir(
      { path: root },
      { headers, signal: watching.signal },
    )
    const done = (async () => {
      for await (const { event } of events) {
        if (event.case === 'start') isReady = true
        if (event.case === 'filesystem' && event.value.type === 1) names.push(event.value.name)
      }
    })()
    done.catch(() => undefined)
    await expect.poll(() => isReady).toBe(true)
    const expected: string[] = []
    const make = (name: string) => {
      expected.push(name)
      writeFileSync(`${root}/${name}`, '')
    }
    for (let round = 1; round <= 5; round++) {
      make(`${round}-before`)
      await capture(() => make(`${round}-meanwhile`))
      make(`${round}-after`)
    }
    await expect.poll(() => names.length).toBe(expected.length)
    expect(names).toEqual(expected)
    watching.abort()
    await expect(done).rejects.toThrow()
    await expect.poll(() => daemon.watching()).toEqual({ watchers: 0, directories: 0 })
  })
})

describe('after a pause', () => {
  it('a client that connects again gets what it has missed', async () => {
    const gate = `${daemon.home}/gate`
    const script = `echo 1; until [ -e ${gate} ]; do sleep 0.01; done; echo 2; touch ${gate}-2; until [ -e ${gate}-3 ]; do sleep 0.01; done; echo 3`
    const follower = start(script)
    await follower.until(({ text }) => text === '1\n')
    await enter('pausing')
    await expect(follower.done).rejects.toThrow()
    writeFileSync(gate, '')
    await untilThere(`${gate}-2`)
    await enter('paused')
    await enter('running')
    const again = new Follower(processClient(url).connect({ process: bySelector(follower.pid) }, { headers }))
    await again.until(({ text }) => text === '2\n')
    const other = new Follower(processClient(url).connect({ process: bySelector(follower.pid) }, { headers }))
    await other.until(({ starts }) => starts === 1)
    writeFileSync(`${gate}-3`, '')
    await Promise.all([again.done, other.done])
    expect([again.text, other.text]).toEqual(['2\n3\n', '3\n'])
  })

  it('a client that had disconnected before gets new output only, as ever', async () => {
    const gate = `${daemon.home}/gate`
    const leaving = new AbortController()
    const process = {
      cmd: '/bin/sh',
      args: ['-c', `sleep 0.2; echo 1; touch ${gate}; until [ -e ${gate}-2 ]; do sleep 0.01; done; echo 2`],
    }
    const client = processClient(url)
    const first = new Follower(client.start({ process }, { headers, signal: leaving.signal }))
    await first.until(({ starts }) => starts === 1)
    leaving.abort()
    await untilThere(gate)
    const again = new Follower(client.connect({ process: bySelector(first.pid) }, { headers }))
    await again.until(({ starts }) => starts === 1)
    writeFileSync(`${gate}-2`, '')
    await again.done
    expect(again.text).toBe('2\n')
  })
})

it('the private headers of proxy and envd reach no client, and clients cannot send them', async () => {
  const stream = await openRawStream({
    url,
    method: 'process.Process/Start',
    message: { process: { cmd: 'true' } },
    headers: { ...headers, 'x-cay-stream': 'mine:1:5', 'x-cay-once': 'mine' },
  })
  expect(stream.status).toBe(200)
  expect(Object.keys(stream.headers).filter((name) => name.startsWith('x-cay'))).toEqual([])
  expect(await stream.next()).toMatchObject({ event: { start: {} } })
})

it('a file that is read or written while the sandbox is captured waits for that', async () => {
  const path = `${daemon.home}/file`
  await enter('capturing')
  const target = `${url}/files?path=${path}`
  const form = new FormData()
  form.set('file', new Blob(['x'.repeat(1_000_000)]), 'file')
  const written = fetch(target, { method: 'POST', headers, body: form })
  await world.untilCurrent()
  await enter('running')
  expect((await written).status).toBe(200)
  await enter('capturing')
  const read = fetch(target, { headers })
  await world.untilCurrent()
  await enter('running')
  expect((await (await read).text()).length).toBe(1_000_000)
})

it('a stream that fails repeatedly without a capture is lost at the fifth time', async () => {
  const broken = world.addSandbox()
  let calls = 0
  await broken.serve((request) => {
    calls += 1
    request.socket.resetAndDestroy()
  }, limits.daemonPort)
  const answer = await fetch(`${url}/process.Process/Start`, {
    method: 'POST',
    headers: { ...routing(broken, limits.daemonPort), 'content-type': 'application/connect+json' },
    body: Buffer.from([0, 0, 0, 0, 2, ...Buffer.from('{}')]),
  })
  expect([answer.status, calls]).toEqual([502, 5])
})
