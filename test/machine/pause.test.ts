/** What a pause with memory keeps, on a real machine. */
import {
  ResumeSandboxResponse_Source as ResumeSource,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoneNode, present } from '../support/lone-node.ts'
import { askMemoryServer, startMemoryServer } from '../support/memory-server.ts'

let node: LoneNode

beforeAll(async () => {
  node = await LoneNode.start('pause', { CAY_MAX_FROZEN_COPIES: '1' })
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

/** With room for one, another paused sandbox takes its frozen copy away. */
async function giveUpCopy(): Promise<void> {
  const { sandboxId } = await node.create()
  await pause(sandboxId)
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
    await meanwhile()
    const answer = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
    expect(answer.source).toBe(source)
    const resumed = present(answer.sandbox)
    expect(resumed).toMatchObject({ phase: SandboxPhase.RUNNING, sandboxId })
    const after = await askMemoryServer(resumed)
    expect(after).toMatchObject({ pid: before.pid, held: 'still here' })
    expect(after.count).toBeGreaterThanOrEqual(before.count)
    expect(Math.abs(after.seconds - Date.now() / 1000)).toBeLessThan(1)
    const look = 'cat /root/file /dev/shm/file; ls /etc/motd 2>&1 | grep -c "No such"; echo $KEPT; hostname'
    const { stdout } = await node.guest(resumed).runCommand('root', look)
    expect(stdout.split('\n')).toEqual(['kept', 'memory', '1', 'yes', sandboxId, ''])
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
