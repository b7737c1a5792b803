import { Sandbox, SandboxNotFoundError } from 'e2b'
import { describe, expect, test, vi } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()

const stateOf = async (sandbox: Sandbox) => (await sandbox.getInfo()).state

/** What happens without being asked for is waited for. */
const becomes = (sandbox: Sandbox, state: string) =>
  vi.waitFor(async () => expect(await stateOf(sandbox)).toBe(state), { timeout: 30_000, interval: 50 })

describe('a paused sandbox', () => {
  test('is listed and shown as paused, does not answer, and is paused once', async () => {
    const sandbox = await create({ metadata: { purpose: 'paused' } })
    const before = await sandbox.getInfo()
    expect(await sandbox.pause()).toBe(true)
    expect(await sandbox.pause()).toBe(false)
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({ state: 'paused', startedAt: before.startedAt, metadata: before.metadata })
    expect(info.endAt.getTime()).toBeLessThan(before.endAt.getTime())
    const query = { metadata: { purpose: 'paused' }, state: ['paused' as const] }
    const listed = await Sandbox.list({ query }).nextItems()
    expect(listed.map(({ sandboxId }) => sandboxId)).toContain(sandbox.sandboxId)
    await expect(sandbox.setTimeout(60_000)).rejects.toThrow(SandboxNotFoundError)
  })

  test('goes on where it was when somebody connects', async () => {
    const sandbox = await create({ envs: { KEPT: 'yes' } })
    await sandbox.files.write('left.txt', 'by the first')
    const counter = await sandbox.commands.run('while sleep 0.1; do date >> /tmp/ticks; done', {
      background: true,
      timeoutMs: 0,
    })
    await sandbox.commands.run('echo memory > /dev/shm/note')
    await sandbox.pause()
    const again = await sandbox.connect({ timeoutMs: 120_000 })
    expect(again.sandboxId).toBe(sandbox.sandboxId)
    expect(await stateOf(sandbox)).toBe('running')
    expect(await sandbox.files.read('left.txt')).toBe('by the first')
    const { stdout } = await sandbox.commands.run('cat /dev/shm/note; echo $KEPT')
    expect(stdout).toBe('memory\nyes\n')
    expect((await sandbox.commands.list()).map(({ pid }) => pid)).toContain(counter.pid)
    const lines = 'wc -l < /tmp/ticks'
    const ticks = Number((await sandbox.commands.run(lines)).stdout)
    await expect.poll(async () => Number((await sandbox.commands.run(lines)).stdout)).toBeGreaterThan(ticks)
    await sandbox.commands.kill(counter.pid)
  })

  test('lives as long as the connect says, counted from then', async () => {
    const sandbox = await create()
    await sandbox.pause()
    await Sandbox.connect(sandbox.sandboxId, { timeoutMs: 60_000 })
    const left = (await sandbox.getInfo()).endAt.getTime() - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(61_000)
  })

  test('is gone when it is killed', async () => {
    const sandbox = await create()
    await sandbox.pause()
    expect(await sandbox.kill()).toBe(true)
    expect(await sandbox.kill()).toBe(false)
    await expect(Sandbox.connect(sandbox.sandboxId)).rejects.toThrow(SandboxNotFoundError)
  })

  test('of many pauses and connects at once is what the last of them says', async () => {
    const sandbox = await create()
    const five = <T>(task: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, task))
    await five(() => sandbox.pause())
    expect(await stateOf(sandbox)).toBe('paused')
    const connected = await five(() => Sandbox.connect(sandbox.sandboxId))
    expect(new Set(connected.map(({ sandboxId }) => sandboxId)).size).toBe(1)
    expect((await sandbox.commands.run('echo alive')).stdout).toBe('alive\n')
  })
})

describe('a pause of files alone', () => {
  const bootId = async (sandbox: Sandbox) =>
    (await sandbox.commands.run('cat /proc/sys/kernel/random/boot_id')).stdout.trim()

  async function prepared(): Promise<{ sandbox: Sandbox; booted: string; pid: number }> {
    const sandbox = await create({ envs: { MODE: 'fast' } })
    await sandbox.files.write('left.txt', 'by the first')
    await sandbox.commands.run('echo memory > /dev/shm/note; rm ~/.profile')
    const { pid } = await sandbox.commands.run('sleep 600', { background: true, timeoutMs: 0 })
    return { sandbox, booted: await bootId(sandbox), pid }
  }

  /** Files as they were, nothing of memory, and the user and directory that commands have. */
  async function isBootedAnew(sandbox: Sandbox, { booted, pid }: { booted: string; pid: number }) {
    expect(await bootId(sandbox)).not.toBe(booted)
    expect(await sandbox.files.read('left.txt')).toBe('by the first')
    expect(await sandbox.files.exists('/dev/shm/note')).toBe(false)
    expect(await sandbox.files.exists('/home/user/.profile')).toBe(false)
    expect((await sandbox.commands.list()).map((each) => each.pid)).not.toContain(pid)
    expect((await sandbox.commands.run('whoami; pwd; echo $MODE')).stdout).toBe('user\n/home/user\nfast\n')
  }

  test('boots anew at the connect', async () => {
    const { sandbox, ...before } = await prepared()
    expect(await sandbox.pause({ keepMemory: false })).toBe(true)
    expect(await stateOf(sandbox)).toBe('paused')
    await sandbox.connect()
    await isBootedAnew(sandbox, before)
  })

  test('is what a connect can make of one with memory', async () => {
    const { sandbox, ...before } = await prepared()
    await sandbox.pause()
    await sandbox.connect({ onResume: 'reboot' })
    await isBootedAnew(sandbox, before)
  })
})

describe('a sandbox that is to be paused at its end', () => {
  test('is seen paused after its end, again after each resume', async () => {
    const sandbox = await create({ timeoutMs: 3000, lifecycle: { onTimeout: 'pause' } })
    const { lifecycle } = await sandbox.getInfo()
    expect(lifecycle).toEqual({ onTimeout: 'pause', autoResume: false })
    await becomes(sandbox, 'paused')
    for (let round = 0; round < 2; round++) {
      await sandbox.connect()
      expect(await sandbox.getInfo()).toMatchObject({ state: 'running', lifecycle })
      await sandbox.setTimeout(3000)
      await becomes(sandbox, 'paused')
    }
  })

  test('is not hidden by its end', async () => {
    const sandbox = await create({
      timeoutMs: 2000,
      lifecycle: { onTimeout: 'pause' },
      metadata: { purpose: 'never hidden' },
    })
    const query = { metadata: { purpose: 'never hidden' } }
    const { endAt } = await sandbox.getInfo()
    while (Date.now() < endAt.getTime() + 1000)
      expect(await Sandbox.list({ query }).nextItems()).toHaveLength(1)
    await becomes(sandbox, 'paused')
  })
})
