/**
 * Ends the largest process when the sandbox's memory is used up: before the kernel does, who sees from outside only what is
 * mapped, and takes processes until the runtime itself is taken. Memory that is in no address space (files without a name,
 * pipes, sockets) counts here too. Looks as long as a process is alive, the more often the less is left; a sandbox without
 * processes is not woken.
 */

import {
  excessBytes,
  isImminent,
  type MemoryBounds,
  type MemoryUse,
  memoryBounds,
  nextLookMs,
  tolerate,
} from '@cay/core/memory/bounds.ts'
import { chooseEnded, type Ended } from '@cay/core/memory/choose-ended.ts'
import type { ProcessHost } from '../ports/process.ts'
import type { SandboxMemory } from '../ports/usage.ts'
import type { GuestLog } from './guest-log.ts'

export interface OutOfMemoryDeps {
  readonly memory: SandboxMemory
  readonly log: GuestLog
  /** Monotonic. */
  readonly nowMs: () => number
  /** Undefined as long as nobody has said it. */
  readonly memoryMb: () => number | undefined
}

/** What was ended takes a while to give back what it held; whoever is not gone by then is not waited for. */
const endingMsMax = 3_000
const endingLookMs = 10
/** Who holds the memory cannot be ended: nothing changes quickly. */
const nobodyEndedLookMs = 100
/** Of so many those are found beforehand that a user has stopped: they stay so. Of more it would take too long. */
const fewProcesses = 8
const bytesPerMb = 1024 * 1024

export class OutOfMemoryKiller {
  readonly #deps: OutOfMemoryDeps
  #timer: NodeJS.Timeout | undefined
  #tolerated: MemoryBounds | undefined
  #before: MemoryUse | undefined
  /** While everybody is stopped. */
  #letGo: (() => void) | undefined
  #ending: { readonly pids: readonly number[]; readonly untilMs: number } | undefined

  constructor(deps: OutOfMemoryDeps) {
    this.#deps = deps
  }

  /** Somebody was started. */
  wake(): void {
    this.#timer ??= setTimeout(() => this.#look(), endingLookMs)
  }

  #look(): void {
    this.#timer = undefined
    try {
      const waitMs = this.#check()
      if (waitMs !== undefined) this.#timer = setTimeout(() => this.#look(), waitMs)
    } catch (error) {
      this.#goOn()
      this.#deps.log.add({
        level: 'error',
        message: `failed to check the memory of the sandbox: ${String(error)}`,
        fields: { logger: 'envd' },
      })
    }
  }

  /** Milliseconds until the next time; undefined when nobody is alive. */
  #check(): number | undefined {
    const { memory, memoryMb } = this.#deps
    const megabytes = memoryMb()
    if (megabytes === undefined) return undefined
    const usual = memoryBounds(megabytes)
    const use = memory.use()
    const before = this.#before ?? use
    this.#before = use
    if (this.#letGo === undefined && excessBytes(use, this.#tolerated ?? usual) === 0) {
      if (excessBytes(use, usual) === 0) this.#tolerated = undefined
      if (!memory.hasProcesses()) return undefined
      if (!isImminent(before, use, this.#tolerated ?? usual)) return nextLookMs(use, this.#tolerated ?? usual)
    }
    return this.#resolve(usual)
  }

  /** Everybody stands still from the first decision on until what was ended is gone: nobody fills what is left meanwhile. */
  #resolve(usual: MemoryBounds): number {
    const { memory } = this.#deps
    const known = memory.count() <= fewProcesses ? memory.processes() : []
    this.#letGo ??= memory.stopAll(known)
    if (this.#isWaiting()) return endingLookMs
    const use = this.#useAfterEnding(usual)
    const bounds = this.#tolerated ?? usual
    const excess = excessBytes(use, bounds)
    if (excess > 0 && this.#endSome(use, bounds, excess)) return endingLookMs
    this.#goOn()
    this.#before = use
    return excess > 0 ? nobodyEndedLookMs : nextLookMs(use, bounds)
  }

  /** What the ended have not given back is not asked of others. */
  #useAfterEnding(usual: MemoryBounds): MemoryUse {
    const { memory } = this.#deps
    const use = memory.use()
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

  /** False when there is nobody whose end would help. */
  #endSome(use: MemoryUse, { stepBytes, worthBytes }: MemoryBounds, excess: number): boolean {
    const { memory, log, nowMs } = this.#deps
    const shortage = { ...use, excessBytes: excess + stepBytes, worthBytes }
    const held = memory.processes().map((one) => memory.inDepth(one))
    const ended = chooseEnded(held, { ...shortage, mountedBytes: memory.mountedBytes() })
    for (const { pid } of ended) memory.end(pid)
    for (const one of ended) log.add(endedEntry(one))
    if (ended.length > 0) this.#ending = { pids: ended.map(({ pid }) => pid), untilMs: nowMs() + endingMsMax }
    return ended.length > 0
  }

  #goOn(): void {
    this.#letGo?.()
    this.#letGo = undefined
  }
}

function endedEntry({ pid, name, heldBytes }: Ended) {
  const heldMb = String(Math.round(heldBytes / bytesPerMb))
  return {
    level: 'warn',
    message: 'a process was ended: out of memory',
    fields: { logger: 'envd', event: 'outOfMemory', pid: String(pid), command: name, heldMb },
  } as const
}

/** A host that tells of every start. */
export function watchMemory(host: ProcessHost, killer: OutOfMemoryKiller): ProcessHost {
  return {
    start: (launch, listener) => {
      const started = host.start(launch, listener)
      killer.wake()
      return started
    },
  }
}
