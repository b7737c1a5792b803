/** A daemon that nobody asks for anything. In a sandbox each of its wake-ups would cost the node processor time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { filesystemClient, processClient } from '@cay/envd/testing/clients.ts'
import { daemonEngineFlags } from '@cay/orchestrator/dialect/container/container-spec.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = new URL('../support/own-daemon-process.ts', import.meta.url).pathname
/** Longer than the 30 s in which a server of Node's looks at its connections, unless it is told not to. */
const silenceMs = 33_000
/** For what is no timer's doing. */
const quietMs = 2_000

/** The system calls in which a thread of Node's waits, by their numbers on each processor. */
const calls: Readonly<Record<string, 'epoll_pwait' | 'futex' | undefined>> =
  process.arch === 'arm64' ? { 22: 'epoll_pwait', 98: 'futex' } : { 281: 'epoll_pwait', 202: 'futex' }
/** -1, as an argument is shown. */
const noTimeout = 0xffffffff

let child: ChildProcess
let daemon: { readonly url: string; readonly home: string }
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  child = fork(program, { execArgv: [...daemonEngineFlags] })
  ;[daemon] = (await once(child, 'message')) as [typeof daemon]
})
afterAll(async () => {
  agent.destroy()
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
})

/** How often one of its threads has waited for something, and so was woken. */
function wakeUps(): number {
  const tasks = `/proc/${child.pid}/task`
  return readdirSync(tasks)
    .map((task) =>
      /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${tasks}/${task}/status`, 'utf8')),
    )
    .reduce((sum, found) => sum + Number(found?.[1]), 0)
}

async function use(): Promise<void> {
  const client = processClient(daemon.url)
  for await (const _ of client.start({ process: { cmd: 'head', args: ['-c', '5000000', '/dev/zero'] } }));
  for await (const { event } of client.start({ process: { cmd: 'sh', args: ['-c', 'read x'] } })) {
    // Its caller leaves; whoever runs on is no reason to wake.
    if (event?.event.case === 'start') break
  }
  await fetch(`${daemon.url}/files?path=file`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'x'.repeat(100_000),
  })
  await (await fetch(`${daemon.url}/files?path=file`)).arrayBuffer()
  await (await fetch(`${daemon.url}/metrics`)).json()
  await filesystemClient(daemon.url).createWatcher({ path: daemon.home, recursive: true })
  // A connection that says nothing more.
  await new Promise((resolve, reject) => {
    const asked = request(`${daemon.url}/health`, { agent }, (answer) => answer.resume().once('end', resolve))
    asked.once('error', reject).end()
  })
}

/** Milliseconds after which each of its threads wakes by itself; those that wait for something to happen have none. */
function deadlines(): number[] {
  const tasks = `/proc/${child.pid}/task`
  return readdirSync(tasks).flatMap((task) => deadlineOf(readFileSync(`${tasks}/${task}/syscall`, 'utf8')))
}

/** By the system call that a thread is in: its number and its arguments, as the kernel shows them. */
function deadlineOf(shown: string): number[] {
  const [number = '', ...given] = shown.trim().split(' ')
  const timeout = Number(given[3])
  switch (calls[number]) {
    case 'epoll_pwait':
      return timeout === noTimeout ? [] : [timeout]
    case 'futex':
      // The address of a time, which would have to be read.
      return timeout === 0 ? [] : [0]
    default:
      throw new Error(`a thread is neither asleep nor known to be: ${shown}`)
  }
}

test('nothing wakes an idle daemon, whatever it was used for before', { timeout: 300_000 }, async () => {
  await use()
  const look = async () => {
    const before = wakeUps()
    await sleep(quietMs)
    return { wakeUps: wakeUps() - before, soon: deadlines().filter((ms) => ms < silenceMs) }
  }
  await expect.poll(look, { timeout: 240_000, interval: 0 }).toEqual({ wakeUps: 0, soon: [] })
})
