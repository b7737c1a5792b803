/** What containers and processes use, as the kernel counts it, under both versions of cgroups. */
import { existsSync, readFileSync } from 'node:fs'

const root = '/sys/fs/cgroup'
const ticksPerSecond = 100

export interface Usage {
  readonly memoryBytes: number
  /** Since the container was made. */
  readonly processorMs: number
}

/** `group`: path below the root of the trees, for example `/cay0/c123`. */
export function usageOf(group: string): Usage {
  if (existsSync(`${root}${group}/memory.current`)) {
    return {
      memoryBytes: Number(read(`${group}/memory.current`)) - inStat(`${group}/memory.stat`, 'inactive_file'),
      processorMs: inStat(`${group}/cpu.stat`, 'usage_usec') / 1000,
    }
  }
  const memory = `/memory${group}`
  return {
    memoryBytes:
      Number(read(`${memory}/memory.usage_in_bytes`)) -
      inStat(`${memory}/memory.stat`, 'total_inactive_file'),
    processorMs: Number(read(`/cpuacct${group}/cpuacct.usage`)) / 1e6,
  }
}

/** Memory that no file holds: it can go to swap. */
export function swappableBytesOf(group: string): number {
  const isV2 = existsSync(`${root}${group}/memory.current`)
  const stat = isV2 ? `${group}/memory.stat` : `/memory${group}/memory.stat`
  const prefix = isV2 ? '' : 'total_'
  return inStat(stat, `${prefix}inactive_anon`) + inStat(stat, `${prefix}active_anon`)
}

/** Milliseconds of processor that a process has used. */
export function processorMsOf(pid: number): number {
  const { ownMs, kernelMs } = processorSharesOf(pid)
  return ownMs + kernelMs
}

/** The same in its own code, and in the kernel's for it. */
export function processorSharesOf(pid: number): { readonly ownMs: number; readonly kernelMs: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const msOf = (field: number) => (Number(fields[field]) * 1000) / ticksPerSecond
  return { ownMs: msOf(11), kernelMs: msOf(12) }
}

export function memoryAvailableBytes(): number {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024
}

function inStat(path: string, key: string): number {
  return Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(read(path))?.[1] ?? 0)
}

function read(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}
