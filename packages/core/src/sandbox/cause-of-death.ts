/**
 * Why a sandbox is dead that nobody ended. The kernel counts the processes that it ended because the sandbox's memory was
 * used up; mostly they are its user's and it lives on. One that dies together with such a process dies of the same.
 */
import type { EndReason } from './state.ts'

export interface MemoryKills {
  /** Processes, as far as it was looked. */
  readonly count: number
  /** When a look last found more than the one before. */
  readonly grewAtMs?: number
}

export const noKills: MemoryKills = { count: 0 }

/**
 * A death so long after a process was ended for want of memory, or shorter, has the same cause: on a busy machine it takes
 * seconds until what was ended has given all of its memory back and is gone.
 */
const sameCauseMs = 30_000

export function afterLook(before: MemoryKills, count: number, nowMs: number): MemoryKills {
  return count > before.count ? { count, grewAtMs: nowMs } : before
}

/** `kills`: with a look after it was found dead. */
export function causeOfDeath({ grewAtMs }: MemoryKills, nowMs: number): EndReason {
  return grewAtMs !== undefined && nowMs - grewAtMs <= sameCauseMs ? 'out_of_memory' : 'crashed'
}

export interface DeadSandbox {
  readonly startedAtMs: number
  /** When the machine was started; its processes ended with that at the latest. */
  readonly bootedAtMs: number
  /** Over its whole life. */
  readonly memoryKills: number
}

/** Of one that died while nobody looked. */
export function causeOfUnseenDeath({ startedAtMs, bootedAtMs, memoryKills }: DeadSandbox): EndReason {
  if (startedAtMs < bootedAtMs) return 'node_gone'
  return memoryKills > 0 ? 'out_of_memory' : 'crashed'
}
