/**
 * What the sandbox uses, from /proc and the root file system. gVisor leaves /proc/stat at zero, so processor time is the sum
 * over the processes: those that have ended are in the sum through whoever collected them, in the end the daemon as init.
 */

import { readdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { memoryBytes, processTicks, ticksPerSecond } from '../dialect/proc-lines.ts'
import type { SystemUsage } from '../ports.ts'

export function createSystemUsage(): SystemUsage {
  return { cpuCount: () => availableParallelism(), cpuSeconds, memory, disk }
}

function cpuSeconds(): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) ticks += ticksOf(name)
  return ticks / ticksPerSecond
}

function ticksOf(pid: string): number {
  try {
    return processTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? 0
  } catch {
    // It has ended since it was listed; its time is in its parent's from now on.
    return 0
  }
}

function memory(): ReturnType<SystemUsage['memory']> {
  const text = readFileSync('/proc/meminfo', 'utf8')
  const totalBytes = memoryBytes(text, 'MemTotal')
  const cacheBytes = memoryBytes(text, 'Cached')
  return { totalBytes, usedBytes: totalBytes - memoryBytes(text, 'MemAvailable'), cacheBytes }
}

/** In gVisor the size is that of no disk, but the blocks in use are those of the writable layer. */
function disk(): ReturnType<SystemUsage['disk']> {
  const { blocks, bfree, bsize } = statfsSync('/')
  return { usedBytes: (blocks - bfree) * bsize, totalBytes: blocks * bsize }
}
