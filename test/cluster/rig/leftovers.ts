/** What a rig has left on this machine, looked at from outside, after it was ended. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { retry } from '@cay/kit/flow/retry.ts'
import { machineState } from '../../support/machine-state.ts'

/** By what the things of a node are known. */
export interface Traces {
  readonly dataDir: string
  /** The numbers that its installation has had on this machine. */
  readonly numbers: ReadonlySet<number>
}

/** Twenty seconds: the kernel clears mounts and loop devices some time after the last process. */
const attempts = 100
const delayMs = () => 200

/** Throws with a line for each thing that stays. */
export async function refuseLeftovers(nodes: readonly Traces[]): Promise<void> {
  await retry(
    async () => {
      const left = (await Promise.all(nodes.map(leftOf))).flat()
      if (left.length > 0) throw new Error(`the rig has left on this machine:\n${left.join('\n')}`)
    },
    { attempts, delayMs },
  )
}

/**
 * After `cay down` on machines that are on: processes that are not of what started the rig, and control groups and loop devices, which
 * are this machine's. The rest is in namespaces of the machines.
 */
export async function leftRunning(nodes: readonly Traces[]): Promise<string[]> {
  const left = nodes.map(async ({ dataDir, numbers }) => {
    const states = await Promise.all([...numbers].map((number) => cgroupsAndDevices(dataDir, number)))
    const own = processesOf(dataDir).map(({ pid, line }) => `process ${pid}: ${line}`)
    return [...own, ...states.flat()]
  })
  return (await Promise.all(left)).flat()
}

async function cgroupsAndDevices(dataDir: string, number: number): Promise<readonly string[]> {
  const { cgroups, loopDevices } = await machineState(dataDir, number)
  return isOfAnother(dataDir, number) ? loopDevices : [...loopDevices, ...cgroups]
}

async function leftOf({ dataDir, numbers }: Traces): Promise<string[]> {
  const lines = processesOf(dataDir).map(({ pid, line }) => `process ${pid}: ${line}`)
  if (existsSync(dataDir)) lines.push(`directory: ${dataDir}`)
  for (const number of numbers) lines.push(...(await leftByNumber(dataDir, number)))
  return lines
}

async function leftByNumber(dataDir: string, number: number): Promise<string[]> {
  const { mounts, loopDevices, namespaces, interfaces, tables, cgroups } = await machineState(dataDir, number)
  const lines = [...mounts, ...loopDevices]
  if (isOfAnother(dataDir, number)) return lines
  if (ownerOf(number) === dataDir) lines.push(`number ${number}`)
  return [...lines, ...namespaces, ...interfaces, ...tables, ...cgroups]
}

/** Asked last: another installation may have got the number, and what bears it is that one's. */
function isOfAnother(dataDir: string, number: number): boolean {
  const owner = ownerOf(number)
  return owner !== undefined && owner !== dataDir
}

function ownerOf(number: number): string | undefined {
  const path = `/run/cay/installation-${number}`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

export interface FoundProcess {
  readonly pid: number
  /** Its command line. */
  readonly line: string
}

/** Those that name the data directory in their arguments, or were given it by their environment. */
export function processesOf(dataDir: string): FoundProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const words = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    const environment = readText(`/proc/${pid}/environ`).split('\0')
    const isOfIt = words.includes(`${dataDir}/`) || environment.includes(`CAY_DATA_DIR=${dataDir}`)
    return isOfIt ? [{ pid: Number(pid), line: words.trim() }] : []
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended while we looked.
    return ''
  }
}
