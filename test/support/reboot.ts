/**
 * What a start of the machine takes from an installation, without one: every process, namespace, mount, cgroup, loop device
 * and packet rule, and what lies in memory below /run. What is on the disk stays as it is.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installationNumber, machineState } from './machine-state.ts'

const execute = promisify(execFile)

/** For a group whose last process was ended just now, in milliseconds. */
const emptyMsMax = 10_000

/** To be called when the installation's services are dead. */
export async function loseMachine(dataDir: string): Promise<void> {
  const number = installationNumber(dataDir)
  if (number === undefined) throw new Error(`${dataDir} has nothing on the machine`)
  const { cgroups, namespaces, tables } = await machineState(dataDir, number)
  await endProcesses(cgroups)
  for (const path of mountsBelow(dataDir)) await execute('umount', ['--lazy', path])
  for (const name of namespaces) await execute('ip', ['netns', 'delete', name])
  if (tables.length > 0) await execute('nft', ['delete', 'table', 'inet', `cay${number}`])
  const left = await machineState(dataDir, number)
  for (const name of left.interfaces) await removeLink(name)
  for (const line of left.loopDevices) await execute('losetup', ['--detach', line.split(/\s+/)[0] ?? ''])
  for (const group of cgroups) await removeGroup(group)
  await rm(`/run/cay/installation-${number}`)
}

/** It goes by itself a moment after its namespace, or is deleted. */
async function removeLink(name: string): Promise<void> {
  try {
    await execute('ip', ['link', 'delete', name])
  } catch (error) {
    if (existsSync(`/sys/class/net/${name}`)) throw error
  }
}

/** The arguments of `unshare` for a program that takes the machine for one that was started just now. */
export function justStarted(): string[] {
  const seconds = Math.floor(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]))
  return ['--time', '--boottime', `-${seconds}`]
}

/** Those of the sandboxes, by the groups that they are in. Who is frozen dies when it goes on. */
async function endProcesses(groups: readonly string[]): Promise<void> {
  for (let waited = 0; groups.flatMap(processesIn).length > 0; waited += 50) {
    if (waited > emptyMsMax) throw new Error('processes of sandboxes do not end')
    for (const pid of groups.flatMap(processesIn)) kill(pid)
    for (const group of groups) thaw(group)
    await sleep(50)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went with another one.
  }
}

/** Under version 1 and version 2 of cgroups. */
function thaw(group: string): void {
  const [v1, v2] = [join(group, 'freezer.state'), join(group, 'cgroup.freeze')]
  if (existsSync(v1)) writeFileSync(v1, 'THAWED')
  if (existsSync(v2)) writeFileSync(v2, '0')
  for (const child of childrenOf(group)) thaw(child)
}

function processesIn(group: string): number[] {
  if (!existsSync(join(group, 'cgroup.procs'))) return []
  const own = readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)
  return [...own, ...childrenOf(group).flatMap(processesIn)]
}

function childrenOf(group: string): string[] {
  return readdirSync(group, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(group, entry.name))
}

async function removeGroup(group: string): Promise<void> {
  for (const child of childrenOf(group)) await removeGroup(child)
  await rmdir(group)
}

/** The innermost first. */
function mountsBelow(directory: string): string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${directory}/`))
    .reverse()
}
