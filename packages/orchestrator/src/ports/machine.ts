/** Facts and usage of the machine, and the status of the node. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'

/** Constant while the service runs. */
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
  /** Usage of all processors together over the last seconds, 0 to 100. */
  readonly cpuPercent: number
  readonly cpuCount: number
  readonly memory: MemoryUse
  /** The disk of the data directory. */
  readonly disks: readonly DiskUse[]
}

export interface Machine {
  facts(): Promise<MachineFacts>
  usage(): Promise<MachineUsage>
  /** The boot time, by the current clock. */
  bootedAtMs(): number
}

export interface StoredStatus {
  readonly status: SettableStatus
  readonly changedAtMs: number
}

export interface StatusFile {
  /** Undefined when it is missing or unreadable. */
  read(): Promise<StoredStatus | undefined>
  /** Survives a power failure. */
  write(kept: StoredStatus): Promise<void>
}
