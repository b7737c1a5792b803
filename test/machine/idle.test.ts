/** A sandbox that nobody uses stands still, and whoever comes back to it notices nothing. */
import { dataLayout } from '@cay/kit/data-layout.ts'
import {
  connectOrchestrator,
  type OrchestratorClient,
} from '@cay/orchestrator/testing/orchestrator-client.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

/** Milliseconds; the grace is half a second. */
const patience = { timeout: 60_000, interval: 100 }
const created: Sandbox[] = []

let node: OrchestratorClient

beforeAll(() => {
  pointClientHere()
  node = connectOrchestrator(dataLayout(inject('installation').dataDir).orchestratorSocket)
})

afterAll(async () => {
  for (const sandbox of created) await sandbox.kill()
})

async function create(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('base', { timeoutMs: 300_000 })
  created.push(sandbox)
  return sandbox
}

async function find({ sandboxId }: Sandbox) {
  const { sandboxes } = await node.listSandboxes({})
  return sandboxes.find((one) => one.sandboxId === sandboxId)
}

const isFrozen = async (sandbox: Sandbox) => (await find(sandbox))?.frozen

describe('a frozen sandbox', () => {
  let sandbox: Sandbox

  beforeEach(async () => {
    sandbox ??= await create()
    await expect.poll(() => isFrozen(sandbox), patience).toBe(true)
  })

  test('answers a command, with its files as they were', async () => {
    await sandbox.files.write('kept.txt', 'kept')
    await expect.poll(() => isFrozen(sandbox), patience).toBe(true)
    expect((await sandbox.commands.run('cat kept.txt')).stdout).toBe('kept')
  })

  test('answers who did not ask for it to be woken', async () => {
    const address = (await find(sandbox))?.address
    const response = await fetch(`http://${address}:49983/health`, { headers: { connection: 'close' } })
    expect(response.status).toBe(204)
  })

  test('has the right time', async () => {
    const askedSeconds = Date.now() / 1000
    const { stdout } = await sandbox.commands.run('date +%s')
    expect(Number(stdout)).toBeGreaterThan(askedSeconds - 3)
    expect(Number(stdout)).toBeLessThan(Date.now() / 1000 + 3)
  })

  test('keeps its end and its lists movable', async () => {
    // One that was about to be frozen may be awake once more; these calls wake none, however often they come.
    const movedAsleep = async () => {
      await sandbox.setTimeout(200_000)
      await sandbox.updateNetwork({ denyOut: ['0.0.0.0/0'] })
      return isFrozen(sandbox)
    }
    await expect.poll(movedAsleep).toBe(true)
    await sandbox.updateNetwork({})
  })

  test('can be woken by the node’s verb, twice', async () => {
    // It is frozen again soon.
    const wakes = async () => {
      await node.wakeSandbox({ sandboxId: sandbox.sandboxId })
      await node.wakeSandbox({ sandboxId: sandbox.sandboxId })
      return !(await isFrozen(sandbox))
    }
    await expect.poll(wakes).toBe(true)
  })

  test('ends when it is killed', async () => {
    const another = await create()
    await expect.poll(() => isFrozen(another), patience).toBe(true)
    expect(await another.kill()).toBe(true)
    expect(await another.isRunning()).toBe(false)
  })
})

test('a sandbox in which a process lives or a stream is open is not frozen', async () => {
  const working = await create()
  await working.commands
    .run('sleep 300', { background: true, timeoutMs: 0 })
    .then((handle) => handle.disconnect())
  const watched = await create()
  const watching = await watched.files.watchDir('/home/user', () => undefined, { timeoutMs: 0 })
  const last = await create()
  // By now the others have been quiet for longer.
  await expect.poll(() => isFrozen(last), patience).toBe(true)
  expect(await isFrozen(working)).toBe(false)
  expect(await isFrozen(watched)).toBe(false)
  await watching.stop()
  await working.commands.run('pkill sleep')
  await expect.poll(() => isFrozen(watched), patience).toBe(true)
  await expect.poll(() => isFrozen(working), patience).toBe(true)
})
