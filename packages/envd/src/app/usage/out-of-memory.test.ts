import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunningProcess, SandboxMemory } from '../../ports/usage.ts'
import { GuestLog } from '../logs/guest-log.ts'
import { OutOfMemoryKiller } from './out-of-memory.ts'

const mb = 1024 * 1024

/** A sandbox of 1 GiB whose processes hold as much memory as the test sets. */
class FakeSandbox implements SandboxMemory {
  readonly held = new Map<number, number>()
  readonly ended: number[] = []
  isStopped = false
  looks = 0
  /** Memory of files that belong to no process. */
  leftMb = 0
  runtimeMb = 20
  garbageMb = 0

  hasProcesses = () => this.held.size > 0
  use = () => {
    this.looks += 1
    const usedMb = [...this.held.values()].reduce((sum, one) => sum + one, 30 + this.leftMb + this.runtimeMb)
    return { usedBytes: usedMb * mb, runtimeBytes: this.runtimeMb * mb, garbageBytes: this.garbageMb * mb }
  }
  mountedBytes = () => this.leftMb * mb
  count = () => this.held.size
  processes = () => [...this.held].map(([pid, megabytes]): RunningProcess => process(pid, megabytes))
  inDepth = (one: RunningProcess) => one
  stopAll = () => {
    this.isStopped = true
    return () => {
      this.isStopped = false
    }
  }
  end = (pid: number) => {
    this.ended.push(pid)
    this.held.delete(pid)
  }
  isAlive = (pid: number) => this.held.has(pid)
}

const process = (pid: number, megabytes: number): RunningProcess => ({
  ...{ pid, name: `p${pid}`, residentBytes: megabytes * mb, files: [], buffers: 0, writtenBytes: 0 },
  isStopped: false,
})

let sandbox: FakeSandbox
let log: GuestLog
let killer: OutOfMemoryKiller

beforeEach(() => {
  vi.useFakeTimers()
  sandbox = new FakeSandbox()
  log = new GuestLog(() => 0)
  killer = new OutOfMemoryKiller({ memory: sandbox, log, nowMs: () => Date.now(), memoryMb: () => 1024 })
})
afterEach(() => void vi.useRealTimers())

const messages = () => log.page('').entries.map(({ message, fields }) => `${message} (${fields.command})`)

test('the largest process is ended when memory is used up, and the log says which', async () => {
  sandbox.held.set(2, 30).set(3, 100)
  killer.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sandbox.ended).toEqual([])
  sandbox.held.set(3, 990)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sandbox.ended).toEqual([3])
  expect(messages()).toEqual(['a process was ended: out of memory (p3)'])
  expect(sandbox.isStopped).toBe(false)
})

test('no process is ended for fast growth while memory is free', async () => {
  sandbox.held.set(2, 30)
  killer.wake()
  await vi.advanceTimersByTimeAsync(20)
  sandbox.held.set(2, 700)
  await vi.advanceTimersByTimeAsync(1000)
  expect([sandbox.ended, sandbox.isStopped]).toEqual([[], false])
})

test('a sandbox without processes is not polled', async () => {
  sandbox.held.set(2, 30)
  killer.wake()
  await vi.advanceTimersByTimeAsync(1000)
  sandbox.held.clear()
  await vi.advanceTimersByTimeAsync(1000)
  const { looks } = sandbox
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sandbox.looks, vi.getTimerCount()]).toEqual([looks, 0])
})

test('in a sandbox that is full of files in memory small commands go on', async () => {
  sandbox.leftMb = 1150
  sandbox.held.set(2, 3)
  killer.wake()
  await vi.advanceTimersByTimeAsync(5000)
  expect([sandbox.ended, sandbox.isStopped]).toEqual([[], false])
})

test('no process is killed for the garbage of a checkpoint', async () => {
  sandbox.held.set(2, 100)
  // Measured in a sandbox that had looked at 77,000 files, right after its checkpoint and two minutes later.
  Object.assign(sandbox, { runtimeMb: 530, garbageMb: 316 })
  killer.wake()
  await vi.advanceTimersByTimeAsync(1000)
  sandbox.runtimeMb = 720
  await vi.advanceTimersByTimeAsync(120_000)
  Object.assign(sandbox, { runtimeMb: 160, garbageMb: 0 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect([sandbox.ended, messages()]).toEqual([[], []])
})

test('processes that use up the memory and half of the headroom beside the garbage of a checkpoint are killed', async () => {
  // Half of the headroom is 304 MiB: the rest of the garbage counts.
  Object.assign(sandbox, { runtimeMb: 700, garbageMb: 500 })
  sandbox.held.set(2, 590)
  killer.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sandbox.ended).toEqual([])
  sandbox.held.set(2, 610)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sandbox.ended).toEqual([2])
})

test('the log says what the sandbox used when a process was killed', async () => {
  sandbox.held.set(2, 1000)
  killer.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(log.page('').entries.map(({ fields }) => fields)).toMatchObject([
    { heldMb: '1000', usedMb: '1050', runtimeMb: '20' },
  ])
})
