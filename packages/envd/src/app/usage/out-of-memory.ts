/**
 * Kills the largest process when the sandbox's memory is exhausted, before the host kernel does. The host kernel sees
 * only mapped memory from outside and kills processes until it reaches the runtime itself. Memory that is in no
 * address space (unlinked files, pipes, sockets) counts here too. The killer polls while any process is alive, more
 * often as memory runs out; it does not wake a sandbox without processes.
 */

import {
  excessBytes,
  isImminent,
  type MemoryBounds,
  type MemoryUse,
  memoryBounds,
  nextPollMs,
  tolerate,
  withoutGarbage,
} from '@cay/core/memory/bounds.ts'
import { chooseEnded, type Ended } from '@cay/core/memory/choose-ended.ts'
import type { ProcessHost } from '../../ports/process.ts'
import type { SandboxMemory } from '../../ports/usage.ts'
import type { GuestLog } from '../logs/guest-log.ts'

export interface OutOfMemoryDeps {
  readonly memory: SandboxMemory
  readonly log: GuestLog
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
  /** Undefined until the node has set the memory limit. */
  readonly memoryMb: () => number | undefined
}

/** A killed process needs a while to release its memory; after this time the killer no longer waits for it. */
const endingMsMax = 3_000
const endingPollMs = 10
/** The process that holds the memory cannot be killed, so nothing will change quickly. */
const excessPollMs = 100
/**
 * With at most this many processes, those that a user has stopped are determined beforehand and stay stopped. With
 * more, that would take too long.
 */
const fewProcesses = 8
const bytesPerMb = 1024 * 1024

export class OutOfMemoryKiller {
  readonly #deps: OutOfMemoryDeps
  #timer: NodeJS.Timeout | undefined
  #tolerated: MemoryBounds | undefined
  #before: MemoryUse | undefined
  /** Set while all processes are stopped. */
  #continueAll: (() => void) | undefined
  #ending: { readonly pids: readonly number[]; readonly untilMs: number } | undefined

  constructor(deps: OutOfMemoryDeps) {
    this.#deps = deps
  }

  /** Called when a process was started. */
  wake(): void {
    this.#timer ??= setTimeout(() => this.#poll(), endingPollMs)
  }

  #poll(): void {
    this.#timer = undefined
    try {
      const waitMs = this.#check()
      if (waitMs !== undefined) this.#timer = setTimeout(() => this.#poll(), waitMs)
    } catch (error) {
      this.#goOn()
      this.#deps.log.add({
        level: 'error',
        message: `failed to check the memory of the sandbox: ${String(error)}`,
        fields: { logger: 'envd' },
      })
    }
  }

  /** Returns the milliseconds until the next check; undefined if no process is alive. */
  #check(): number | undefined {
    const { memory, memoryMb } = this.#deps
    const megabytes = memoryMb()
    if (megabytes === undefined) return undefined
    const usual = memoryBounds(megabytes)
    const use = withoutGarbage(memory.use(), usual)
    const before = this.#before ?? use
    this.#before = use
    if (this.#continueAll === undefined && excessBytes(use, this.#tolerated ?? usual) === 0) {
      if (excessBytes(use, usual) === 0) this.#tolerated = undefined
      if (!memory.hasProcesses()) return undefined
      if (!isImminent(before, use, this.#tolerated ?? usual)) return nextPollMs(use, this.#tolerated ?? usual)
    }
    return this.#resolve(usual)
  }

  /**
   * All processes stay stopped from the first decision until the killed ones are gone, so that none of them uses up
   * the remaining memory in the meantime.
   */
  #resolve(usual: MemoryBounds): number {
    const { memory } = this.#deps
    const known = memory.count() <= fewProcesses ? memory.processes() : []
    this.#continueAll ??= memory.stopAll(known)
    if (this.#isWaiting()) return endingPollMs
    const use = this.#useAfterEnding(usual)
    const bounds = this.#tolerated ?? usual
    const excess = excessBytes(use, bounds)
    if (excess > 0 && this.#endSome(use, bounds, excess)) return endingPollMs
    this.#goOn()
    this.#before = use
    return excess > 0 ? excessPollMs : nextPollMs(use, bounds)
  }

  /** Memory that killed processes have not released yet is not demanded from others. */
  #useAfterEnding(usual: MemoryBounds): MemoryUse {
    const { memory } = this.#deps
    const use = withoutGarbage(memory.use(), usual)
    if (this.#ending === undefined) return use
    this.#ending = undefined
    if (excessBytes(use, usual) === 0) return use
    this.#tolerated = tolerate(use, this.#tolerated ?? usual)
    return use
  }

  #isWaiting(): boolean {
    const { memory, nowMs } = this.#deps
    if (this.#ending === undefined || nowMs() > this.#ending.untilMs) return false
    return this.#ending.pids.some((pid) => memory.isAlive(pid))
  }

  /** Returns false if there is no process whose end would help. */
  #endSome(use: MemoryUse, { stepBytes, worthBytes }: MemoryBounds, excess: number): boolean {
    const { memory, log, nowMs } = this.#deps
    const shortage = { ...use, excessBytes: excess + stepBytes, worthBytes }
    const held = memory.processes().map((one) => memory.inDepth(one))
    const ended = chooseEnded(held, { ...shortage, mountedBytes: memory.mountedBytes() })
    for (const { pid } of ended) memory.end(pid)
    for (const one of ended) log.add(endedEntry(one, use))
    if (ended.length > 0) this.#ending = { pids: ended.map(({ pid }) => pid), untilMs: nowMs() + endingMsMax }
    return ended.length > 0
  }

  #goOn(): void {
    this.#continueAll?.()
    this.#continueAll = undefined
  }
}

function endedEntry({ pid, name, heldBytes }: Ended, { usedBytes, runtimeBytes }: MemoryUse) {
  const heldMb = megabytes(heldBytes)
  const used = { usedMb: megabytes(usedBytes), runtimeMb: megabytes(runtimeBytes) }
  return {
    level: 'warn',
    message: 'a process was ended: out of memory',
    fields: { logger: 'envd', event: 'outOfMemory', pid: String(pid), command: name, heldMb, ...used },
  } as const
}

const megabytes = (bytes: number) => String(Math.round(bytes / bytesPerMb))

/** Wraps a process host so that the killer is notified of every start. */
export function watchMemory(host: ProcessHost, killer: OutOfMemoryKiller): ProcessHost {
  return {
    start: (launch, listener) => {
      const started = host.start(launch, listener)
      killer.wake()
      return started
    },
  }
}
