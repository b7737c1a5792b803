/** What the node is asked for about itself, and told to be. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'

/** Does not change while the service runs. */
export interface MachineFacts {
  readonly cpuFamily: string
  readonly cpuModel: string
  readonly cpuModelName: string
  readonly cpuArchitecture: string
}

export interface MemoryUse {
  readonly usedBytes: number
  readonly totalBytes: number
  /** In pages. */
  readonly hugePages: { readonly total: number; readonly used: number; readonly reserved: number }
  readonly hugePageBytes: number
}

export interface DiskUse {
  readonly mountPoint: string
  readonly device: string
  readonly filesystemType: string
  readonly usedBytes: number
  readonly totalBytes: number
}

export interface MachineUsage {
  /** Of all processors together, 0 to 100, over the last seconds. */
  readonly cpuPercent: number
  readonly cpuCount: number
  readonly memory: MemoryUse
  /** The one below the data directory. */
  readonly disks: readonly DiskUse[]
}

export interface Machine {
  facts(): Promise<MachineFacts>
  usage(): Promise<MachineUsage>
  /** When it was started, by the clock as it is now. */
  bootedAtMs(): number
}

export interface StoredStatus {
  readonly status: SettableStatus
  readonly changedAtMs: number
}

export interface StatusFile {
  /** Undefined when there is none, or none that can be read. */
  read(): Promise<StoredStatus | undefined>
  /** Outlasts a power cut. */
  write(kept: StoredStatus): Promise<void>
}
