/**
 * What the node does with a sandbox that is paused without its memory: everybody stands still, the changes of the file
 * system go out, and into another sandbox that was just started.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@cay/contract/limits.ts'
import { processClient } from '@cay/envd/testing/clients.ts'
import { pathsFileOf } from '@cay/orchestrator/dialect/template/template-layout.ts'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'

const program = (name: string) => readFileSync(new URL(`../support/${name}`, import.meta.url), 'utf8')
const randomChanges = program('random-changes.py')
const describeTree = program('describe-tree.py')

/** Milliseconds that only a hang reaches. */
const patienceMs = 30_000

const templates = () => inject('installation').dataDir
let source: StandaloneSandbox
let agent: Agent

beforeAll(async () => {
  source = await startStandaloneSandbox(templates(), 'changes-from')
  agent = new Agent({ keepAlive: true })
})
afterEach(() => {
  agent.destroy()
  agent = new Agent({ keepAlive: true })
})
afterAll(async () => {
  await source?.[Symbol.asyncDispose]()
})

const urlOf = ({ address }: StandaloneSandbox, path: string) =>
  `http://${address}:${limits.daemonPort}${path}`

/** On a connection that stays open. */
const post = (guest: StandaloneSandbox, path: string, body: Buffer) =>
  call(guest, path, { method: 'POST', agent, body })

/** On one of its own. */
const get = (guest: StandaloneSandbox, path: string) => call(guest, path, { agent: false })

function call(
  guest: StandaloneSandbox,
  path: string,
  { body, ...options }: RequestOptions & { body?: Buffer },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(urlOf(guest, path), options, resolve).on('error', reject).end(body)
  })
}

async function shell(guest: StandaloneSandbox, command: string, user = 'root'): Promise<string> {
  const { exitCode, stdout, stderr } = await guest.client.runCommand(user, command)
  if (exitCode !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout.trim()
}

async function download(guest: StandaloneSandbox, path: string): Promise<Buffer> {
  return await buffer(await get(guest, `/files?path=${path}&username=root`))
}

/** As it lies beside the template, with the times of directories. */
const pathsOf = ({ record }: StandaloneSandbox): Promise<Buffer> =>
  readFile(pathsFileOf(record.container.rootfs))

async function described(guest: StandaloneSandbox): Promise<string[]> {
  await guest.client.writeFile('root', '/run/describe.py', describeTree)
  await shell(guest, 'python3 -I -B /run/describe.py > /run/described')
  return (await download(guest, '/run/described')).toString('latin1').split('\n')
}

const idle = async (guest: StandaloneSandbox) =>
  JSON.parse((await buffer(await get(guest, '/idle'))).toString()) as { processes: number; requests: number }

test.each([1, 2, 3])(
  'a sandbox started from the template and the changes has the files of the first (%i)',
  async (seed) => {
    await using fresh = await startStandaloneSandbox(templates(), 'changes-into')
    const paths = await pathsOf(fresh)
    await source.client.writeFile('root', '/run/change.py', randomChanges)
    await shell(source, `python3 -I -B /run/change.py ${seed}`)
    const before = await described(source)

    const answer = await post(source, '/changes/export', paths)
    expect(answer.statusCode).toBe(200)
    const archive = await buffer(answer)
    expect((await post(fresh, '/changes/import', archive)).statusCode).toBe(204)

    const after = await described(fresh)
    expect(after.filter((line) => !before.includes(line))).toEqual([])
    expect(before.filter((line) => !after.includes(line))).toEqual([])
    expect(await shell(fresh, 'id -un', 'user')).toBe('user')
  },
)

describe('while changes are exported', () => {
  const counting = 'i=0; while :; do echo $((i=i+1)) > /run/count; done'
  const count = async () => Number(await download(source, '/run/count'))

  test('everybody stands still until the connection closes, then all go on whom no user has stopped', async () => {
    const client = processClient(urlOf(source, ''))
    const headers = { authorization: `Basic ${btoa('root:')}` }
    const done = new AbortController()
    const start = async (script: string) => {
      const process = { cmd: '/bin/bash', args: ['-c', script] }
      const events = client.start({ process }, { headers, signal: done.signal })[Symbol.asyncIterator]()
      const first = (await events.next()).value?.event?.event
      return first?.case === 'start' ? first.value.pid : 0
    }
    const pid = await start(counting)
    const stopped = await start('kill -STOP $$; echo woken > /run/woken')
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(10), patienceMs)

    await buffer(await post(source, '/changes/export', Buffer.from('/etc\0')))
    const still = await count()
    await sleep(200)
    expect(await count()).toBe(still)

    agent.destroy()
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(still), patienceMs)
    expect(await shell(source, 'ls /run/woken 2>/dev/null || echo no')).toBe('no')
    await shell(source, `kill -9 ${pid} ${stopped}`)
    done.abort()
  })

  test('a caller that leaves in the middle leaves nobody standing', async () => {
    await shell(source, 'head -c 200M /dev/urandom > /root/large')
    const answer = await post(source, '/changes/export', Buffer.from('/etc\0'))
    answer.once('data', () => answer.destroy())
    await new Promise((resolve) => answer.once('close', resolve))
    expect(await shell(source, 'rm /root/large; echo on')).toBe('on')
  })

  test('a second export is refused, and possible when the first is over', async () => {
    const first = await post(source, '/changes/export', Buffer.from('/etc\0'))
    const second = await post(source, '/changes/export', Buffer.from('/etc\0'))
    expect(second.statusCode).toBe(409)
    await Promise.all([buffer(first), buffer(second)])
    agent.destroy()
    agent = new Agent({ keepAlive: true })
    await vi.waitFor(async () => {
      const third = await post(source, '/changes/export', Buffer.from('/etc\0'))
      await buffer(third)
      expect(third.statusCode).toBe(200)
    }, patienceMs)
  })

  test('a shell does not take the command in its foreground for one that was stopped', async () => {
    const client = processClient(urlOf(source, ''))
    const headers = { authorization: `Basic ${btoa('user:')}` }
    const terminal = { process: { cmd: '/bin/bash', args: ['-i'] }, pty: { size: { cols: 80, rows: 24 } } }
    const done = new AbortController()
    let seen = ''
    let pid = 0
    const reading = (async () => {
      for await (const { event } of client.start(terminal, { headers, signal: done.signal })) {
        if (event?.event.case === 'start') pid = event.event.value.pid
        const output = event?.event.case === 'data' ? event.event.value.output : undefined
        if (output?.case === 'pty') seen += Buffer.from(output.value).toString()
      }
    })().catch(() => undefined)
    const type = (text: string) =>
      client.sendInput({
        process: { selector: { case: 'pid', value: pid } },
        input: { input: { case: 'pty', value: Buffer.from(text) } },
      })
    await vi.waitFor(() => expect(pid).toBeGreaterThan(0), patienceMs)
    await type("sudo sh -c 'echo read''y; cat'\r")
    await vi.waitFor(() => expect(seen).toContain('ready'), patienceMs)
    await buffer(await post(source, '/changes/export', Buffer.from('/etc\0')))
    agent.destroy()
    await vi.waitFor(async () => {
      await type('echo\r')
      expect(seen.match(/echo/g)?.length).toBeGreaterThan(2)
    }, patienceMs)
    expect(seen).not.toContain('Stopped')
    // What its terminal held is hung up with it, sooner or later than we look.
    await shell(source, `kill -9 ${pid}; pkill -9 cat; true`)
    done.abort()
    await reading
  })
})

test('changes come into a sandbox before its first process only', async () => {
  const archive = await buffer(await post(source, '/changes/export', Buffer.from('/etc\0')))
  agent.destroy()
  agent = new Agent({ keepAlive: true })
  await shell(source, 'sleep 300 > /dev/null 2>&1 &')
  expect((await post(source, '/changes/import', archive)).statusCode).toBe(409)
  await shell(source, 'pkill sleep')
})

describe('idle', () => {
  test('is a sandbox in which nobody runs; a process that its starter has left is somebody', async () => {
    await vi.waitFor(
      async () => expect(await idle(source)).toEqual({ processes: 0, requests: 0 }),
      patienceMs,
    )
    await shell(source, 'setsid sleep 300 > /dev/null 2>&1 < /dev/null & disown', 'user')
    expect(await idle(source)).toEqual({ processes: 1, requests: 0 })
    await shell(source, 'pkill sleep')
    await vi.waitFor(
      async () => expect(await idle(source)).toEqual({ processes: 0, requests: 0 }),
      patienceMs,
    )
  })
})
