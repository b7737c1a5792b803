/** What of an installation is on the machine, looked at from outside, by the names its number gives. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface MachineState {
  readonly processes: readonly string[]
  readonly namespaces: readonly string[]
  readonly interfaces: readonly string[]
  readonly tables: readonly string[]
  readonly cgroups: readonly string[]
  readonly mounts: readonly string[]
  readonly loopDevices: readonly string[]
}

export const nothing: MachineState = {
  processes: [],
  namespaces: [],
  interfaces: [],
  tables: [],
  cgroups: [],
  mounts: [],
  loopDevices: [],
}

/** The installation's number on this machine; undefined when it has none. */
export function installationNumber(dataDir: string): number | undefined {
  if (!existsSync('/run/cay')) return undefined
  const claims = readdirSync('/run/cay').filter((name) => name.startsWith('installation-'))
  const mine = claims.find((name) => readFileSync(`/run/cay/${name}`, 'utf8') === dataDir)
  return mine === undefined ? undefined : Number(mine.slice('installation-'.length))
}

/** `number` is asked for before the installation is ended, because ending it gives the number up. */
export async function machineState(dataDir: string, number: number): Promise<MachineState> {
  const named = (names: readonly string[]) => names.filter((name) => name.startsWith(`cay${number}-`))
  const { stdout: tables } = await execute('nft', ['list', 'tables'])
  const { stdout: loops } = await execute('losetup', ['--list', '--noheadings', '--output', 'NAME,BACK-FILE'])
  return {
    processes: processesOf(dataDir),
    namespaces: named(existsSync('/run/netns') ? readdirSync('/run/netns') : []),
    interfaces: named(readdirSync('/sys/class/net')),
    tables: tables.split('\n').filter((line) => line === `table inet cay${number}`),
    cgroups: cgroupsOf(number),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .filter((line) => line.includes(` ${dataDir}/`)),
    loopDevices: loops.split('\n').filter((line) => line.includes(`${dataDir}/`)),
  }
}

function processesOf(dataDir: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(commandLine).filter((line) => line.includes(`${dataDir}/`))
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    // It ended while we looked.
    return ''
  }
}

function cgroupsOf(number: number): string[] {
  const root = '/sys/fs/cgroup'
  return ['', ...readdirSync(root)]
    .map((tree) => `${root}/${tree}/cay${number}`)
    .filter((path) => existsSync(path))
}
