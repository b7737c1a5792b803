/** What the rig promises of a machine that loses its power. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { claimInstallation } from '@cay/kit/host/installation-number.ts'
import { identifyProcess, isAlive, type ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import { installationName } from '@cay/orchestrator/dialect/network/slot-plan.ts'
import { HostCgroups } from '@cay/orchestrator/edge/container/cgroups.ts'
import { expect, test } from 'vitest'
import { testDataDir } from '../support/installation.ts'
import { isKilled } from './rig/containers.ts'
import { refuseLeftovers } from './rig/leftovers.ts'
import { openNetwork } from './rig/network.ts'
import { RigNode } from './rig/node.ts'

test('a machine ends with its power although containers on it are frozen, and leaves nothing', async () => {
  await using stack = new AsyncDisposableStack()
  const { node, frozen } = await machineWithFrozen('cluster-power', stack)
  await node.cutPower({ disk: 'kept' })
  expect(isAlive(frozen)).toBe(false)
  expect(existsSync(node.dataDir)).toBe(true)
  await node.cutPower({ disk: 'lost' })
  await refuseLeftovers([node])
})

test('what a test run that was killed has left frozen is ended by the next one', async () => {
  await using stack = new AsyncDisposableStack()
  const { node, frozen, options } = await machineWithFrozen('cluster-killed', stack)
  // As when the test process is killed: nobody calls anything.
  await node.machine.cutPower()
  await new RigNode(options).removeEarlier()
  await expect.poll(() => isAlive(frozen)).toBe(false)
  await refuseLeftovers([node])
})

test('a frozen container that was killed with its machine counted as one that runs, until its process was gone', async () => {
  await using stack = new AsyncDisposableStack()
  const { node, frozen } = await machineWithFrozen('cluster-frozen', stack)
  const pid = String(frozen.pid)
  expect(isKilled(pid)).toBe(false)
  // It is left frozen.
  await node.machine.cutPower()
  // The kernel kills what is left of a machine behind its first process.
  await expect.poll(() => isKilled(pid)).toBe(true)
  expect(isAlive(frozen)).toBe(true)
  await node.cutPower({ disk: 'lost' })
  expect(isKilled(pid)).toBe(true)
})

/** A machine with a process in a control group that is frozen, as a container has it. */
async function machineWithFrozen(name: string, stack: AsyncDisposableStack) {
  const directory = testDataDir(name)
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  const network = stack.use(await openNetwork())
  const options = { index: 1, directory, network, env: {} }
  const node = new RigNode(options)
  stack.defer(() => node.cutPower({ disk: 'lost' }))
  await node.powerOn()
  const number = await claimInstallation(node.dataDir)
  node.numbers.add(number)
  const [program = '', ...args] = [...node.machine.enter, 'sleep', '100000']
  const frozen = await firstChildOf(spawn(program, args, { stdio: 'ignore' }))
  const group = `${freezerRoot()}/${installationName(number)}/frozen`
  await mkdir(group, { recursive: true })
  await writeFile(`${group}/cgroup.procs`, String(frozen.pid))
  await new HostCgroups(installationName(number)).freeze('frozen')
  return { node, frozen, options }
}

/** Of either version of control groups. */
function freezerRoot(): string {
  const first = '/sys/fs/cgroup/freezer'
  return existsSync(first) ? first : '/sys/fs/cgroup'
}

/** The one that was started in the namespaces. */
async function firstChildOf({ pid = 0 }: ChildProcess): Promise<ProcessIdentity> {
  const find = () => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
  await expect.poll(find).toBeGreaterThan(0)
  const child = identifyProcess(find())
  if (child === undefined) throw new Error('it has ended at once')
  return child
}
