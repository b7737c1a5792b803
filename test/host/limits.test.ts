import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { Installation } from '../support/installation.ts'
import { LogReader } from '../support/log-reader.ts'
import { installationNumber, machineState, nothing } from '../support/machine-state.ts'

let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  sandbox = await Sandbox.create('base', { timeoutMs: 300_000 })
})

afterAll(async () => {
  await sandbox?.kill()
})

async function output(command: string, user = 'user'): Promise<string> {
  return (await sandbox.commands.run(command, { user, timeoutMs: 100_000 })).stdout.trim()
}

test('a sandbox sees the processors and the memory that it has', async () => {
  expect(await output('nproc')).toBe('2')
  expect(await output("awk '/MemTotal/ {print $2}' /proc/meminfo")).toBe(String(1024 * 1024))
})

test('a sandbox uses no more than its processors', async () => {
  // The machine may have no more than that itself, so the limit is read where the kernel enforces it.
  expect(await cpuLimit(inject('installation').dataDir, sandbox.sandboxId)).toBe(2)
})

const hog = "python3 -c 'x = bytearray(1500 * 1024 * 1024); print(len(x))'"
const patience = { timeout: 60_000, interval: 100 }
/** The first one counts as much as all memory that the group may have, so nothing else can count for more. */
const oomScores = { first: 1000, usual: 0 } as const

test('a process that takes more memory than there is dies alone, and the log says of what', async () => {
  const result = await sandbox.commands.run(`${hog}; echo "exit $?"`, { timeoutMs: 100_000 })
  expect(result.stdout).not.toContain(String(1500 * 1024 * 1024))
  expect(await sandbox.isRunning()).toBe(true)
  expect(await output('echo alive')).toBe('alive')
  const logs = new LogReader(inject('installation'), sandbox.sandboxId)
  await expect.poll(() => logs.messages(), patience).toContain('a process was ended: out of memory')
})

test('a sandbox that dies because its memory is used up has that as its reason', async () => {
  const doomed = await Sandbox.create('base', { timeoutMs: 300_000 })
  const { sandboxId } = doomed
  const record = await recordOf(inject('installation').dataDir, sandboxId)
  // The daemon ends a process before the kernel does, and the kernel takes a process of a user first; here it is to take what
  // runs the sandbox. A user's process that were as likely would often be larger: then the sandbox lives.
  const group = memoryGroup(inject('installation').dataDir, record?.container.id)
  for (const pid of readFileSync(`${group}/cgroup.procs`, 'utf8').trim().split('\n')) {
    const score = Number(pid) === record?.process?.pid ? oomScores.first : oomScores.usual
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(score))
  }
  limitMemory(group, 256)
  await expect(doomed.commands.run(hog, { timeoutMs: 100_000 })).rejects.toThrow()
  await expect.poll(() => endsOf(sandboxId), patience).toEqual(['out_of_memory'])
  const logs = new LogReader(inject('installation'), sandboxId)
  await expect.poll(() => logs.messages(), patience).toContain('sandbox ended: out of memory')
})

test('files in memory that take too much are refused, and the sandbox lives', async () => {
  const result = await sandbox.commands.run(
    'dd if=/dev/zero of=/dev/shm/x bs=1M count=2000; echo "exit $?"; rm /dev/shm/x',
  )
  expect(result.stderr).toContain('No space left on device')
  expect(result.stdout).toContain('exit 1')
  expect(await output('echo alive')).toBe('alive')
})

test('a user who starts threads without end is refused more, and the sandbox lives', async () => {
  const program = `import threading, time
n = 0
try:
  while n < 20000:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start(); n += 1
except RuntimeError as error: print(error, flush=True)
import os; os._exit(0)`
  expect(await output(`python3 -c '${program}'`)).toBe("can't start new thread")
  expect(await output('echo alive')).toBe('alive')
})

describe('a node without room', () => {
  let installation: Installation

  beforeAll(async () => {
    installation = await Installation.prepare('full', { CAY_MAX_SANDBOXES: '1', CAY_POOL_SIZE: '0' })
    await installation.up()
  })

  afterAll(async () => {
    await installation?.remove()
  })

  test('refuses with the reason, and leaves nothing of what it refused', async () => {
    const { apiUrl, apiKey, dataDir } = await installation.endpoints()
    const create = () =>
      fetch(`${apiUrl}/v2/sandboxes`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ templateID: 'base' }),
      })
    expect((await create()).status).toBe(201)
    const number = installationNumber(dataDir) ?? -1
    const before = await machineState(dataDir, number)
    const refused = await create()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 503,
      message: expect.stringContaining('all 1 sandboxes'),
    })
    const after = await machineState(dataDir, number)
    expect(after.cgroups).toEqual(before.cgroups)
    // Disks say nothing here: the node makes some ahead meanwhile.
    await installation.down()
    expect(await machineState(dataDir, number)).toEqual(nothing)
  })
})

/** Processors that the kernel allows the sandbox. */
async function cpuLimit(dataDir: string, sandboxId: string): Promise<number> {
  const id = (await recordOf(dataDir, sandboxId))?.container.id
  const name = `cay${installationNumber(dataDir)}/${id}`
  const v1 = `/sys/fs/cgroup/cpu/${name}`
  const group = existsSync(v1) ? v1 : `/sys/fs/cgroup/${name}`
  const read = (file: string) => readFileSync(`${group}/${file}`, 'utf8').trim()
  const [quota, period] = existsSync(v1)
    ? [read('cpu.cfs_quota_us'), read('cpu.cfs_period_us')]
    : read('cpu.max').split(' ')
  return Number(quota) / Number(period)
}

/** The directory of the cgroup that limits the memory of a container. */
function memoryGroup(dataDir: string, containerId: string | undefined): string {
  const name = `cay${installationNumber(dataDir)}/${containerId}`
  const v1 = `/sys/fs/cgroup/memory/${name}`
  return existsSync(v1) ? v1 : `/sys/fs/cgroup/${name}`
}

function limitMemory(group: string, megabytes: number): void {
  const v1 = `${group}/memory.limit_in_bytes`
  writeFileSync(existsSync(v1) ? v1 : `${group}/memory.max`, String(megabytes * 1024 * 1024))
}

async function recordOf(dataDir: string, sandboxId: string) {
  const { records } = await new FileRecords(machineLayout(dataDir)).list()
  return records.find(({ claim }) => claim?.sandboxId === sandboxId)
}

/** The reasons of its ends that the audit log has. */
async function endsOf(sandboxId: string): Promise<unknown[]> {
  const { apiUrl, apiKey } = inject('installation')
  const url = `${apiUrl}/events?kind=sandboxEnded&sandboxID=${sandboxId}`
  const answer = await fetch(url, { headers: { 'x-api-key': apiKey } })
  return ((await answer.json()) as { reason: unknown }[]).map(({ reason }) => reason)
}
