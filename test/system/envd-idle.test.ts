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

test('nothing wakes an idle daemon, whatever it was used for before', { timeout: 300_000 }, async () => {
  await use()
  await expect
    .poll(
      async () => {
        const before = wakeUps()
        await sleep(silenceMs)
        return wakeUps() - before
      },
      { timeout: 240_000, interval: 0 },
    )
    .toBe(0)
})
