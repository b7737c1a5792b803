/**
 * What runs on the nodes, looked at from outside: the processes of the engine, whether the kernel has stopped them, and whose
 * they are by the records of the node.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { RigNode } from './node.ts'

export interface LiveSandbox {
  readonly sandboxId: string
  readonly containerId: string
  readonly node: string
  readonly epoch: number
}

interface Container {
  readonly pid: string
  readonly containerId: string
}

/**
 * Left out are containers that no sandbox has yet, those whose record is being written, and frozen ones of paused sandboxes: a
 * node keeps some, to resume them faster. When the machine loses its power these are killed and then thawed, see
 * end-containers.ts, so what has been killed is left out too.
 */
export function liveSandboxes(nodes: readonly RigNode[]): readonly LiveSandbox[] {
  const processes = commandLines().filter(({ line }) => line.startsWith('runsc-sandbox '))
  return nodes.flatMap((node) => {
    const directory = dataLayout(node.dataDir).containers
    const bundle = new RegExp(`--bundle=${directory}/([^ ]+) `)
    const running = processes.flatMap(({ pid, line }) => {
      const containerId = bundle.exec(line)?.[1]
      return containerId === undefined ? [] : [{ pid, containerId }]
    })
    // The engine starts processes of its own, which have its command line until they are what they are to be.
    const containers = Map.groupBy(running, ({ containerId }) => containerId)
    return [...containers.values()].flatMap(([first]) => (first === undefined ? [] : claimOf(node, first)))
  })
}

/** What was read of each process, and how often. */
const known = new Map<string, { readonly line: string; readonly reads: number }>()
/** A process that was seen so often is what it is to be. The checker looks five times a second, at a thousand processes. */
const readsMax = 100

function commandLines(): readonly { readonly pid: string; readonly line: string }[] {
  const pids = new Set(readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
  for (const pid of known.keys()) if (!pids.has(pid)) known.delete(pid)
  return [...pids].map((pid) => {
    const before = known.get(pid)
    if (before !== undefined && before.reads >= readsMax) return { pid, line: before.line }
    const line = readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    known.set(pid, { line, reads: (before?.reads ?? 0) + 1 })
    return { pid, line }
  })
}

function claimOf(node: RigNode, { pid, containerId }: Container): LiveSandbox[] {
  const record = readJson<{ claim?: Claim }>(
    `${dataLayout(node.dataDir).containers}/${containerId}/record.json`,
  )
  if (record?.claim === undefined) return []
  const { sandboxId, epoch = 0 } = record.claim
  const paused = readJson<{ frozenContainerId?: string }>(`${node.dataDir}/paused/${sandboxId}.json`)
  if (paused?.frozenContainerId === containerId && isFrozen(pid)) return []
  if (isKilled(pid)) return []
  return [{ sandboxId, containerId, epoch, node: node.name }]
}

interface Claim {
  readonly sandboxId: string
  readonly epoch?: number
}

const exitingFlag = 0x4
/** Bit 8 of the signals. */
const killDigits = /^(?:SigPnd|ShdPnd):\s*[0-9a-f]*[13579bdf][0-9a-f]{2}$/m

/** It executes nothing more: its SIGKILL is pending, as one that is frozen has it, or it is ending. */
export function isKilled(pid: string): boolean {
  if (killDigits.test(readText(`/proc/${pid}/status`))) return true
  // Behind the name, which may have anything in it.
  const [state = 'X', ...fields] = readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return 'ZX'.includes(state) || (Number(fields[5]) & exitingFlag) !== 0
}

/** By either version of cgroups. */
function isFrozen(pid: string): boolean {
  const groups = readText(`/proc/${pid}/cgroup`)
  const first = /^\d+:freezer:(.*)$/m.exec(groups)?.[1]
  if (first !== undefined) return readText(`/sys/fs/cgroup/freezer${first}/freezer.state`).trim() === 'FROZEN'
  const second = /^0::(.*)$/m.exec(groups)?.[1] ?? ''
  return /^frozen 1$/m.test(readText(`/sys/fs/cgroup${second}/cgroup.events`))
}

function readJson<T>(path: string): T | undefined {
  const text = readText(path)
  return text === '' ? undefined : (JSON.parse(text) as T)
}

/** Empty for what has ended meanwhile. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended, or the file was removed.
    return ''
  }
}
