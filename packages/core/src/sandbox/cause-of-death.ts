/**
 * Why a sandbox died that no request ended. The kernel counts the processes that it killed because the sandbox's memory
 * was exhausted; usually they are user processes and the sandbox survives. When the sandbox dies together with such a
 * process, both have the same cause.
 */
import type { EndReason } from './state.ts'

export interface MemoryKills {
  /** Number of killed processes at the last check. */
  readonly count: number
  /** Time of the last check that found an increase. */
  readonly grewAtMs?: number
}

export const noKills: MemoryKills = { count: 0 }

/**
 * A death within this time after an OOM kill has the same cause: on a busy machine it takes seconds until a killed
 * process has freed its memory and exited.
 */
const sameCauseMs = 30_000

export function afterCheck(before: MemoryKills, count: number, nowMs: number): MemoryKills {
  return count > before.count ? { count, grewAtMs: nowMs } : before
}

/** `kills`: includes a check after the sandbox was found dead. */
export function causeOfDeath({ grewAtMs }: MemoryKills, nowMs: number): EndReason {
  return grewAtMs !== undefined && nowMs - grewAtMs <= sameCauseMs ? 'out_of_memory' : 'crashed'
}

export interface DeadSandbox {
  readonly startedAtMs: number
  /** Boot time of the machine; all its processes ended then at the latest. */
  readonly bootedAtMs: number
  /** Over the sandbox's whole life. */
  readonly memoryKills: number
}

/** The cause of a death that happened while no service was watching. */
export function causeOfUnseenDeath({ startedAtMs, bootedAtMs, memoryKills }: DeadSandbox): EndReason {
  if (startedAtMs < bootedAtMs) return 'node_gone'
  return memoryKills > 0 ? 'out_of_memory' : 'crashed'
}
