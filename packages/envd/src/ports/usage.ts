import type { MeasuredMemory } from '@cay/core/memory/bounds.ts'
import type { HeldMemory } from '@cay/core/memory/choose-ended.ts'

/** The resource usage of all processes of the sandbox together. */
export interface SystemUsage {
  cpuCount(): number
  /** Cumulative CPU time of all processes, ended ones included. */
  cpuSeconds(): number
  memory(): { readonly totalBytes: number; readonly usedBytes: number; readonly cacheBytes: number }
  /** Usage of the root file system. */
  disk(): { readonly totalBytes: number; readonly usedBytes: number }
}

/** Memory of the sandbox as a whole, and the share that its processes hold. */
export interface SandboxMemory {
  /** Returns whether any process except the daemon exists. */
  hasProcesses(): boolean
  use(): MeasuredMemory
  /** Memory in the in-memory file systems that every sandbox has. */
  mountedBytes(): number
  /** Reports the address spaces of all processes, which is fast. */
  processes(): RunningProcess[]
  /** Reports unlinked files, pipes and sockets as well. */
  inDepth(process: RunningProcess): HeldMemory
  /** Number of processes without the daemon. */
  count(): number
  /**
   * Stops all processes until the returned function is called; those in `known` that were already stopped stay
   * stopped.
   */
  stopAll(known: readonly RunningProcess[]): () => void
  /** Kills the process at once; one that is already gone is not an error. */
  end(pid: number): void
  /** Returns whether the process still holds any memory. */
  isAlive(pid: number): boolean
}

export interface RunningProcess extends HeldMemory {
  readonly isStopped: boolean
}
