/**
 * What the sandbox uses, from /proc and the root file system. gVisor leaves /proc/stat at zero, so processor time is the sum
 * over the processes: those that have ended are in the sum through whoever collected them, in the end the daemon as init.
 */

import { readdirSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { memoryBytes, processTicks, ticksPerSecond } from '../dialect/proc-lines.ts'
import type { SystemUsage } from '../ports/usage.ts'
import { textOfFile } from './regular-file.ts'

export function createSystemUsage(): SystemUsage {
  return { cpuCount: () => availableParallelism(), cpuSeconds, memory, disk }
}

function cpuSeconds(): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) ticks += ticksOf(name)
  return ticks / ticksPerSecond
}

/** Of one that has ended since it was listed nothing: its time is in its parent's from now on. */
function ticksOf(pid: string): number {
  return processTicks(textOfFile(`/proc/${pid}/stat`) ?? '') ?? 0
}

function memory(): ReturnType<SystemUsage['memory']> {
  const text = textOfFile('/proc/meminfo') ?? ''
  const totalBytes = memoryBytes(text, 'MemTotal')
  const cacheBytes = memoryBytes(text, 'Cached')
  return { totalBytes, usedBytes: totalBytes - memoryBytes(text, 'MemAvailable'), cacheBytes }
}

/** In gVisor the size is that of no disk, but the blocks in use are those of the writable layer. */
function disk(): ReturnType<SystemUsage['disk']> {
  const { blocks, bfree, bsize } = statfsSync('/')
  return { usedBytes: (blocks - bfree) * bsize, totalBytes: blocks * bsize }
}
