import { readFileSync } from 'node:fs'
import { mountPoints } from '@cay/kit/host/mountinfo.ts'
import { run } from '@cay/kit/host/run.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { Installation } from '../support/installation.ts'
import { installationNumber, machineState, nothing } from '../support/machine-state.ts'

let installation: Installation
let sandbox: Sandbox
let counter: number

beforeAll(async () => {
  // A client keeps its addresses over a restart, so the ports are chosen once.
  const [api, proxy] = await freePorts(2)
  const settings = { CAY_API_PORT: String(api), CAY_PROXY_PORT: String(proxy), CAY_POOL_SIZE: '1' }
  installation = await Installation.prepare('restart', settings)
  await installation.up()
  pointClientHere(await installation.endpoints())
})

afterAll(async () => {
  await installation?.remove()
})

/** One process: a shell would start another one for every pause, and take a processor of the machine. */
const counting = `import os, time
i = 0
while True:
    i += 1
    with open("/tmp/counted", "w") as file: file.write(str(i))
    os.replace("/tmp/counted", "/tmp/count")
    time.sleep(0.05)`

/** A process that counts as long as it lives. */
async function startCounter(): Promise<void> {
  sandbox = await Sandbox.create('base', { timeoutMs: 600_000, metadata: { test: 'restart' } })
  const handle = await sandbox.commands.run(
    `exec python3 -c '${counting}'`,
    // Without a time limit: the client would end it after a minute, and a busy machine takes longer.
    { background: true, timeoutMs: 0 },
  )
  counter = handle.pid
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 20_000 })
}

async function count(): Promise<number> {
  return Number((await sandbox.commands.run('cat /tmp/count')).stdout)
}

/** The whole chain answers again, the sandbox is listed, and its process has gone on. */
async function expectGoesOn(before: number): Promise<void> {
  await expect.poll(() => sandbox.isRunning().catch(() => false), { timeout: 30_000 }).toBe(true)
  await expect.poll(() => count().catch(() => 0), { timeout: 30_000 }).toBeGreaterThan(before)
  await expect.poll(() => listed().catch(() => []), { timeout: 30_000 }).toContain(sandbox.sandboxId)
  const processes = await sandbox.commands.list()
  expect(processes.map((process) => process.pid)).toContain(counter)
}

async function listed(): Promise<string[]> {
  const found = await Sandbox.list({ query: { metadata: { test: 'restart' } } }).nextItems()
  return found.map((one) => one.sandboxId)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

describe('a sandbox goes on when', () => {
  beforeAll(startCounter)
  afterAll(() => sandbox.kill())

  test.each(['orchestrator', 'egress', 'control', 'proxy'] as const)(
    '%s is killed, which is started again',
    async (service) => {
      const before = await count()
      const { pid } = (await installation.record()).services[service]
      process.kill(pid, 'SIGKILL')
      await expect.poll(async () => (await installation.record()).services[service].pid).not.toBe(pid)
      await expectGoesOn(before)
    },
  )

  test('all three are killed at once', async () => {
    const before = await count()
    const { services } = await installation.record()
    for (const service of ['orchestrator', 'control', 'proxy'] as const)
      process.kill(services[service].pid, 'SIGKILL')
    await expect
      .poll(async () => (await installation.record()).services.proxy.pid)
      .not.toBe(services.proxy.pid)
    await expectGoesOn(before)
  })

  test('the supervisor is killed and started again', async () => {
    const before = await count()
    await installation.exited('SIGKILL')
    await installation.up()
    await expectGoesOn(before)
  })

  test('the services are stopped in order and started again', async () => {
    const before = await count()
    expect(await installation.exited('SIGTERM')).toBe(0)
    expect(installation.output).toMatch(/sandboxes are left running/i)
    await installation.up()
    await expectGoesOn(before)
  })

  test('its node was a container, whose mounts only its data directory shares with the machine', async () => {
    const before = await count()
    await installation.exited('SIGTERM')
    await endMountNamespace(installation.dataDir)
    await installation.up()
    await expectGoesOn(before)
    await sandbox.pause()
    await sandbox.connect({ timeoutMs: 600_000 })
    await expectGoesOn(before)
    const other = await Sandbox.create('base')
    expect((await other.commands.run('echo made')).stdout).toBe('made\n')
    await other.kill()
  })
})

/** What the next container finds: the mount for namespaces, which is shared, and none that was bound on it. */
async function endMountNamespace(dataDir: string): Promise<void> {
  const { mountNamespaces } = machineLayout(dataDir)
  const mounts = mountPoints(readFileSync('/proc/self/mountinfo', 'utf8'))
  const bound = mounts.filter((path) => path.startsWith(`${mountNamespaces}/`))
  expect(bound).not.toEqual([])
  for (const path of bound) await run(['umount', path])
  await run(['mount', '--make-shared', mountNamespaces])
}

describe('time goes on while nobody looks', () => {
  afterEach(() => sandbox.kill())

  test('a sandbox whose time ran out during a restart is gone after it', async () => {
    sandbox = await Sandbox.create('base', { timeoutMs: 2_000 })
    await installation.exited('SIGKILL')
    await installation.up()
    await expect.poll(() => sandbox.isRunning(), { timeout: 20_000 }).toBe(false)
    await expect
      .poll(() => Sandbox.getInfo(sandbox.sandboxId).then(String, (error: Error) => error.name))
      .toBe('SandboxNotFoundError')
  })

  test('a sandbox expires on time while control is away', async () => {
    sandbox = await Sandbox.create('base', { timeoutMs: 3_000 })
    const { pid } = (await installation.record()).services.control
    process.kill(pid, 'SIGSTOP')
    try {
      await expect.poll(() => sandbox.isRunning(), { timeout: 20_000 }).toBe(false)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await expect.poll(listed).not.toContain(sandbox.sandboxId)
  })
})

describe('cay down', () => {
  test('ends everything and leaves the machine as it was', async () => {
    const number = installationNumber(installation.dataDir) ?? -1
    sandbox = await Sandbox.create('base')
    const full = await machineState(installation.dataDir, number)
    for (const part of Object.values(full)) expect(part).not.toHaveLength(0)
    expect(await installation.down()).toMatch(/1 sandbox/)
    expect(await machineState(installation.dataDir, number)).toEqual(nothing)
  })

  test('does so too when everything was killed before', async () => {
    await installation.up()
    const number = installationNumber(installation.dataDir) ?? -1
    sandbox = await Sandbox.create('base')
    const { services, supervisor } = await installation.record()
    // The supervisor first: the others are on their way out when it is their turn, or gone.
    for (const { pid } of [supervisor, ...Object.values(services)]) killIfThere(pid)
    await installation.exited()
    await installation.down()
    expect(await machineState(installation.dataDir, number)).toEqual(nothing)
  })

  test('finds nothing to do the second time', async () => {
    expect(await installation.down()).toMatch(/nothing/i)
  })

  test('is not needed before the next start, which tells that the sandbox is gone', async () => {
    await installation.up()
    await expect.poll(listed).toEqual([])
  })
})
