import type { MemoryUse } from '@cay/core/memory/bounds.ts'
import type { HeldMemory } from '@cay/core/memory/choose-ended.ts'

/** What all processes of the sandbox use together. */
export interface SystemUsage {
  cpuCount(): number
  /** Grows: processor time of all processes that are and were. */
  cpuSeconds(): number
  memory(): { readonly totalBytes: number; readonly usedBytes: number; readonly cacheBytes: number }
  /** Of the root file system. */
  disk(): { readonly totalBytes: number; readonly usedBytes: number }
}

/** Of the sandbox as a whole, and what its processes hold of it. */
export interface SandboxMemory {
  /** Whether there is anybody but the daemon. */
  hasProcesses(): boolean
  use(): MemoryUse
  /** In file systems in memory that every sandbox has. */
  mountedBytes(): number
  /** Everybody's address spaces, which is quickly told. */
  processes(): RunningProcess[]
  /** With files that have no name, pipes and sockets. */
  inDepth(process: RunningProcess): HeldMemory
  /** Of processes, the daemon left out. */
  count(): number
  /** Stops everybody until what is answered is called; of those `known` the ones that were stopped already stay so. */
  stopAll(known: readonly RunningProcess[]): () => void
  /** Ends it at once; one that is gone is fine. */
  end(pid: number): void
  /** Whether it still holds anything. */
  isAlive(pid: number): boolean
}

export interface RunningProcess extends HeldMemory {
  readonly isStopped: boolean
}
