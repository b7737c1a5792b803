/** Freezing a container of the real runtime, and a group of each version of cgroups that this machine has. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { identifyProcess } from '@cay/kit/host/process-identity.ts'
import { HostCgroups } from '@cay/orchestrator/edge/container/cgroups.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'

const name = `cay-freezer-test-${process.pid}`
const versions = [
  { version: 1, root: '/sys/fs/cgroup', tree: '/sys/fs/cgroup/freezer' },
  { version: 2, root: '/sys/fs/cgroup/unified', tree: '/sys/fs/cgroup/unified' },
  { version: 2, root: '/sys/fs/cgroup', tree: '/sys/fs/cgroup' },
].filter(({ version, tree }) => (version === 1 ? existsSync(tree) : existsSync(`${tree}/cgroup.controllers`)))

describe.each(versions)('version $version of cgroups at $tree', ({ root, tree }) => {
  const group = `${tree}/${name}/c1`
  const cgroups = new HostCgroups(name, root)
  let spinning: ChildProcessWithoutNullStreams

  beforeEach(() => {
    mkdirSync(group, { recursive: true })
    spinning = spawn('sh', ['-c', 'while :; do :; done'])
    writeFileSync(`${group}/cgroup.procs`, String(spinning.pid))
  })

  afterEach(async () => {
    const ended = once(spinning, 'exit')
    if (spinning.exitCode === null && spinning.kill('SIGKILL')) {
      await cgroups.thaw('c1')
      await ended
    }
    await cgroups.remove('c1')
    rmdirSync(`${tree}/${name}`)
  })

  test('who is frozen uses no processor until the thaw', async () => {
    await expect.poll(() => ticksOf(spinning)).toBeGreaterThan(0)
    await cgroups.freeze('c1')
    const before = ticksOf(spinning)
    useProcessor(200)
    expect(ticksOf(spinning)).toBe(before)
    await cgroups.thaw('c1')
    await expect.poll(() => ticksOf(spinning)).toBeGreaterThan(before)
  })

  test('freezing twice and thawing twice is no error', async () => {
    await cgroups.freeze('c1')
    await cgroups.freeze('c1')
    await cgroups.thaw('c1')
    await cgroups.thaw('c1')
  })
})

/** Ticks of the processor that the process has used. */
function ticksOf(child: ChildProcessWithoutNullStreams): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11])
}

function useProcessor(ms: number): void {
  const start = process.cpuUsage()
  while (process.cpuUsage(start).user < ms * 1000);
}

describe('a container', () => {
  let guest: StandaloneSandbox

  beforeEach(async () => {
    guest = await startStandaloneSandbox(inject('installation').dataDir, 'freezer')
  })

  afterEach(async () => {
    await guest[Symbol.asyncDispose]()
  })

  test('that is frozen goes on after the thaw with what it was doing', async () => {
    const { parts, record } = guest
    await guest.client.writeFile('user', '/tmp/before', 'kept')
    await parts.cgroups.freeze(record.container.id)
    const reading = guest.client.readFile('user', '/tmp/before')
    await parts.cgroups.thaw(record.container.id)
    expect(await reading).toBe('kept')
  })

  test('that was killed while it is frozen is not alive: it dies when it is thawed', async () => {
    const { parts, record } = guest
    if (record.process === undefined) throw new Error('the sandbox has no process')
    await parts.cgroups.freeze(record.container.id)
    expect(parts.runtime.isAlive(record.process)).toBe(true)
    process.kill(record.process.pid, 'SIGKILL')
    expect(parts.runtime.isAlive(record.process)).toBe(false)
  })

  test('that is frozen can be killed', async () => {
    const { parts, record } = guest
    await parts.cgroups.freeze(record.container.id)
    await parts.runtime.kill(record.container, record.process)
    expect(record.process && parts.runtime.isAlive(record.process)).toBe(false)
    // The machine's process 1 may not have taken note of the last ones yet.
    const left = await parts.cgroups.processes(record.container.id)
    expect(left.map(identifyProcess).filter((one) => one !== undefined)).toEqual([])
  })
})
