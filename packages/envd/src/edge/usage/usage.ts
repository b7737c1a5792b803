/**
 * Measures the sandbox's resource usage from /proc and the root file system. gVisor reports zeros in /proc/stat, so
 * CPU time is the sum over all processes. Ended processes are included through the process that reaped them, which in
 * the end is the daemon as init.
 */

import { readdirSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { memoryBytes, processTicks, ticksPerSecond } from '../../dialect/process/proc-lines.ts'
import type { SystemUsage } from '../../ports/usage.ts'
import { textOfFile } from '../filesystem/regular-file.ts'

export function createSystemUsage(): SystemUsage {
  return { cpuCount: () => availableParallelism(), cpuSeconds, memory, disk }
}

function cpuSeconds(): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) ticks += ticksOf(name)
  return ticks / ticksPerSecond
}

/** Returns 0 for a process that ended after it was listed: its time is counted in its parent from then on. */
function ticksOf(pid: string): number {
  return processTicks(textOfFile(`/proc/${pid}/stat`) ?? '') ?? 0
}

function memory(): ReturnType<SystemUsage['memory']> {
  const text = textOfFile('/proc/meminfo') ?? ''
  const totalBytes = memoryBytes(text, 'MemTotal')
  const cacheBytes = memoryBytes(text, 'Cached')
  return { totalBytes, usedBytes: totalBytes - memoryBytes(text, 'MemAvailable'), cacheBytes }
}

/** In gVisor the total size is not that of a disk, but the used blocks are those of the writable layer. */
function disk(): ReturnType<SystemUsage['disk']> {
  const { blocks, bfree, bsize } = statfsSync('/')
  return { usedBytes: (blocks - bfree) * bsize, totalBytes: blocks * bsize }
}
