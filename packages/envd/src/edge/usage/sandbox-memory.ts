/** Measures the sandbox's memory from /proc and kills the processes that use too much of it. */

import { existsSync, openSync, readdirSync, readlinkSync, readSync, statfsSync, statSync } from 'node:fs'
import type { MeasuredMemory } from '@cay/core/memory/bounds.ts'
import type { HeldMemory } from '@cay/core/memory/choose-ended.ts'
import {
  memoryBytes,
  nameOf,
  processState,
  residentBytes,
  runtimeHeap,
  writtenBytes,
} from '../../dialect/process/proc-lines.ts'
import type { RunningProcess, SandboxMemory } from '../../ports/usage.ts'
import { textOfFile } from '../filesystem/regular-file.ts'
import { kill, SystemCallError, waitid } from '../libc.ts'
import type { Reaper } from '../process/reaper.ts'

const signals = { kill: 9, continue: 18, stop: 19 } as const
const everybody = -1
const mountPoints = ['/dev', '/dev/shm', '/run']
/** Maximum number of file descriptors inspected per process; of more, this many are inspected as a sample. */
const descriptorsLookedAt = 128
const blockBytes = 512

export function createSandboxMemory(reaper: Reaper): SandboxMemory {
  const meminfo = openText('/proc/meminfo')
  const runtimeMeminfo = openText('/proc/sentry-meminfo')
  return {
    hasProcesses,
    use: () => useOf(meminfo(), runtimeMeminfo()),
    mountedBytes: () => mountPoints.reduce((sum, path) => sum + usedAt(path), 0),
    processes,
    inDepth,
    count: () => pids().length,
    stopAll: (known) => {
      const stopped = new Set(known.filter((one) => one.isStopped).map(({ pid }) => pid))
      reaper.ignoreStops(true)
      signal(everybody, signals.stop)
      return () => {
        // Children are continued first: a shell that is continued before its command would treat the command as
        // stopped.
        for (const pid of pids().reverse()) if (!stopped.has(pid)) signal(pid, signals.continue)
        reaper.ignoreStops(false)
      }
    },
    end: (pid) => signal(pid, signals.kill),
    isAlive: (pid) => {
      const state = processState(textOf(`/proc/${pid}/stat`))
      return state !== undefined && !endedStates.includes(state)
    },
  }
}

const endedStates = ['Z', 'X', 'x']
const stoppedStates: readonly (string | undefined)[] = ['T', 't']
const anyChild = 0
/** `WNOHANG | WEXITED | WNOWAIT`: checks for children without reaping them. */
const peek = 1 | 4 | 0x0100_0000

/** Every process is a descendant of the daemon, because init adopts orphans. */
function hasProcesses(): boolean {
  try {
    waitid(anyChild, 0, null, peek)
    return true
  } catch (error) {
    if (error instanceof SystemCallError && error.code === 'ECHILD') return false
    throw error
  }
}

/**
 * The file descriptor stays open, from before any other process exists: on a busy sandbox every system call has to
 * wait for its turn, and a read then needs only one call. Returns an empty text if there is no such file.
 */
function openText(path: string): () => string {
  if (!existsSync(path)) return () => ''
  const descriptor = openSync(path, 'r')
  const bytes = Buffer.alloc(4096)
  return () => bytes.toString('latin1', 0, readSync(descriptor, bytes, { position: 0 }))
}

function useOf(guest: string, runtime: string): MeasuredMemory {
  const heap = runtimeHeap(runtime)
  // Pages of files on disk are cache of the node, which are reclaimed when memory is short.
  const usedBytes = memoryBytes(guest, 'AnonPages') + heap.bytes
  return { usedBytes, runtimeBytes: heap.bytes, garbageBytes: heap.garbageBytes }
}

function usedAt(path: string): number {
  try {
    const { blocks, bfree, bsize } = statfsSync(path)
    return (blocks - bfree) * bsize
  } catch {
    // Another process has removed it.
    return 0
  }
}

/** In order of creation. */
function pids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .sort((a, b) => a - b)
}

function processes(): RunningProcess[] {
  return pids().flatMap((pid) => {
    const stat = textOf(`/proc/${pid}/stat`)
    const state = processState(stat)
    if (state === undefined || endedStates.includes(state)) return []
    const isStopped = stoppedStates.includes(state)
    const held = { residentBytes: residentBytes(stat), files: [], buffers: 0, writtenBytes: 0 }
    return [{ pid, name: nameOf(stat), isStopped, ...held }]
  })
}

function inDepth(process: RunningProcess): HeldMemory {
  const directory = `/proc/${process.pid}/fd`
  const names = namesIn(directory)
  const step = Math.max(1, names.length / descriptorsLookedAt)
  const sample = Array.from({ length: Math.ceil(names.length / step) }, (_, index) => {
    const path = `${directory}/${names[Math.floor(index * step)]}`
    return { path, target: targetOf(path) }
  })
  const buffers = sample.filter(({ target }) => /^(pipe|socket):/.test(target)).length
  const files = sample
    .filter(({ target }) => target.startsWith('/memfd:'))
    .flatMap(({ path }) => fileAt(path))
  return {
    ...process,
    files: distinct(files).map(({ id, bytes }) => ({ id, bytes: bytes * step })),
    buffers: buffers * step,
    writtenBytes: writtenBytes(textOf(`/proc/${process.pid}/io`)),
  }
}

function fileAt(path: string): { id: string; bytes: number }[] {
  try {
    const { dev, ino, blocks } = statSync(path)
    return [{ id: `${dev}:${ino}`, bytes: blocks * blockBytes }]
  } catch {
    // The file descriptor was closed in the meantime.
    return []
  }
}

function distinct<T extends { readonly id: string }>(files: readonly T[]): T[] {
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // The process ended after it was listed.
    return []
  }
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function textOf(path: string): string {
  return textOfFile(path) ?? ''
}

/** A process that no longer exists is not an error. */
function signal(pid: number, number: number): void {
  try {
    kill(pid, number)
  } catch (error) {
    if (!(error instanceof SystemCallError) || error.code !== 'ESRCH') throw error
  }
}
