/** What a pause with memory keeps, on a real machine. */
import {
  ResumeSandboxResponse_Source as ResumeSource,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { limits } from '@cay/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askMemoryServer, startMemoryServer } from '../support/memory-server.ts'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('pause', { CAY_MAX_FROZEN_COPIES: '1' })
})

afterAll(async () => {
  await node?.remove()
})

async function pause(sandboxId: string) {
  return present((await node.client.pauseSandbox({ sandboxId })).sandbox)
}

async function resume(sandboxId: string, timeoutSeconds = 600) {
  return present((await node.client.resumeSandbox({ sandboxId, timeoutSeconds })).sandbox)
}

/** A call of the sandbox's daemon, in JSON. */
async function askFiles({ address }: { address: string }, method: string, body: object): Promise<unknown> {
  const url = `http://${address}:${limits.daemonPort}/filesystem.Filesystem/${method}`
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa('root:')}` }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return await answer.json()
}

/** With room for one, another paused sandbox takes its frozen copy away. */
async function giveUpCopy(copied: string): Promise<void> {
  const { sandboxId } = await node.create()
  await pause(sandboxId)
  await expect.poll(() => node.hasContainer(copied)).toBe(false)
  await node.client.killSandbox({ sandboxId })
}

describe.each([
  ['from its frozen copy', async () => undefined, ResumeSource.THAW],
  ['from its snapshot', giveUpCopy, ResumeSource.RESTORE],
])('a paused sandbox that is resumed %s', (_, meanwhile, source) => {
  test('goes on where it was: processes, memory, servers, files, deleted ones too, and the clock is right', async () => {
    const sandbox = await node.create({ envVars: { KEPT: 'yes' } })
    const { sandboxId } = sandbox
    const guest = node.guest(sandbox)
    await startMemoryServer(guest)
    await guest.runCommand('root', 'echo kept > /root/file; rm /etc/motd; echo memory > /dev/shm/file')
    const before = await askMemoryServer(sandbox)
    expect(await pause(sandboxId)).toMatchObject({ phase: SandboxPhase.PAUSED, address: '' })
    await meanwhile(sandboxId)
    const answer = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
    expect(answer.source).toBe(source)
    const resumed = present(answer.sandbox)
    expect(resumed).toMatchObject({ phase: SandboxPhase.RUNNING, sandboxId })
    const askedSeconds = Date.now() / 1000
    const after = await askMemoryServer(resumed)
    expect(after).toMatchObject({ pid: before.pid, held: 'still here' })
    expect(after.count).toBeGreaterThanOrEqual(before.count)
    expect(after.seconds).toBeGreaterThan(askedSeconds - 1)
    expect(after.seconds).toBeLessThan(Date.now() / 1000 + 1)
    const look = 'cat /root/file /dev/shm/file; ls /etc/motd 2>&1 | grep -c "No such"; echo $KEPT; hostname'
    const { stdout } = await node.guest(resumed).runCommand('root', look)
    expect(stdout.split('\n')).toEqual(['kept', 'memory', '1', 'yes', sandboxId, ''])
    await node.client.killSandbox({ sandboxId })
  })

  test('keeps its watchers, with what they have seen and for what comes', async () => {
    const sandbox = await node.create()
    const { sandboxId } = sandbox
    await node.guest(sandbox).runCommand('root', 'mkdir /root/watched')
    const { watcherId } = (await askFiles(sandbox, 'CreateWatcher', { path: '/root/watched' })) as {
      watcherId: string
    }
    await node.guest(sandbox).runCommand('root', 'touch /root/watched/before')
    await pause(sandboxId)
    await meanwhile(sandboxId)
    const resumed = await resume(sandboxId)
    await node.guest(resumed).runCommand('root', 'touch /root/watched/after')
    const made: string[] = []
    await vi.waitFor(async () => {
      const { events = [] } = (await askFiles(resumed, 'GetWatcherEvents', { watcherId })) as {
        events?: { name: string; type: string }[]
      }
      made.push(...events.filter(({ type }) => type === 'EVENT_TYPE_CREATE').map(({ name }) => name))
      expect(made).toEqual(['before', 'after'])
    }, 10_000)
    await node.client.killSandbox({ sandboxId })
  })
})

describe('a captured sandbox', () => {
  test('goes on, and what is made of the snapshot begins with its memory under another name', async () => {
    const source = await node.create({ envVars: { KEPT: 'yes' } })
    await startMemoryServer(node.guest(source))
    const before = await askMemoryServer(source)
    const snapshotId = crypto.randomUUID()
    const { snapshot } = await node.client.captureSandbox({ sandboxId: source.sandboxId, snapshotId })
    expect(snapshot).toMatchObject({ snapshotId, sandboxId: source.sandboxId })
    expect(await node.find(source.sandboxId)).toMatchObject({
      phase: SandboxPhase.RUNNING,
      address: source.address,
    })
    expect((await askMemoryServer(source)).pid).toBe(before.pid)
    const copies = [1, 2].map(() =>
      node.create({ buildId: snapshotId, templateId: source.templateId, keepEnvVars: true }),
    )
    await node.client.killSandbox({ sandboxId: source.sandboxId })
    for (const copy of await Promise.all(copies)) {
      const after = await askMemoryServer(copy)
      expect(after).toMatchObject({ pid: before.pid, held: 'still here' })
      expect(after.count).toBeGreaterThanOrEqual(before.count)
      const { stdout } = await node.guest(copy).runCommand('root', 'hostname; echo $KEPT')
      expect(stdout).toBe(`${copy.sandboxId}\nyes\n`)
      await node.client.deleteSnapshot({ snapshotId })
      expect(await pause(copy.sandboxId)).toMatchObject({ phase: SandboxPhase.PAUSED })
      expect((await askMemoryServer(await resume(copy.sandboxId))).pid).toBe(before.pid)
      await node.client.killSandbox({ sandboxId: copy.sandboxId })
    }
  })
})

describe('without memory', () => {
  const change = [
    'echo kept > /root/file',
    'chown user:user /root/file',
    'rm -r /etc/skel',
    'mkdir /srv/made',
    'echo gone > /dev/shm/file',
    "setfattr -n user.key -v value /root/file 2>/dev/null || python3 -c \"import os; os.setxattr('/root/file', 'user.key', b'value')\"",
    'sleep 1000 > /dev/null 2>&1 < /dev/null &',
  ].join('; ')
  const look = [
    'cat /root/file',
    'stat -c %U /root/file',
    'ls -d /srv/made /etc/skel 2>/dev/null',
    'ls /dev/shm | wc -l',
    'pgrep -c sleep',
    "python3 -c \"import os; print(os.getxattr('/root/file', 'user.key').decode())\"",
    'echo $KEPT',
  ].join('; ')
  const seen = ['kept', 'user', '/srv/made', '0', '0', 'value', 'yes', '']

  test('a paused sandbox boots anew from its files', async () => {
    const sandbox = await node.create({ envVars: { KEPT: 'yes' } })
    const { sandboxId } = sandbox
    await node.guest(sandbox).runCommand('root', change)
    const answer = await node.client.pauseSandbox({ sandboxId, filesOnly: true })
    expect(answer.sandbox).toMatchObject({ phase: SandboxPhase.PAUSED, filesOnly: true })
    const { sandbox: resumed, source } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
    expect(source).toBe(ResumeSource.BOOT)
    const { stdout } = await node.guest(present(resumed)).runCommand('root', look)
    expect(stdout.split('\n')).toEqual(seen)
    await node.client.killSandbox({ sandboxId })
  })

  test('a sandbox paused with memory can be booted from its files', async () => {
    const sandbox = await node.create({ envVars: { KEPT: 'yes' } })
    const { sandboxId } = sandbox
    const bootId = 'cat /proc/sys/kernel/random/boot_id'
    const before = await node.guest(sandbox).runCommand('root', bootId)
    await node.guest(sandbox).runCommand('root', change)
    await pause(sandboxId)
    const wanted = { sandboxId, timeoutSeconds: 600, filesOnly: true }
    const { sandbox: resumed, source } = await node.client.resumeSandbox(wanted)
    expect(source).toBe(ResumeSource.BOOT)
    const guest = node.guest(present(resumed))
    expect((await guest.runCommand('root', look)).stdout.split('\n')).toEqual(seen)
    expect(before.stdout).toMatch(/^[0-9a-f-]{36}\n$/)
    expect((await guest.runCommand('root', bootId)).stdout).not.toBe(before.stdout)
    await node.client.killSandbox({ sandboxId })
  })
})
