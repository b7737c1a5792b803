/** What a node tells of itself. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'

export interface NodeDisk {
  readonly mountPoint: string
  readonly device: string
  readonly filesystemType: string
  readonly usedBytes: number
  readonly totalBytes: number
}

export interface NodeUsage {
  /** Of all processors together, 0 to 100. */
  readonly cpuPercent: number
  readonly cpuCount: number
  readonly memoryUsedBytes: number
  readonly memoryTotalBytes: number
  readonly hugePagesTotal: number
  readonly hugePagesUsed: number
  readonly hugePagesReserved: number
  readonly hugePageSizeBytes: number
  readonly disks: readonly NodeDisk[]
}

export interface NodeDescription {
  readonly nodeId: string
  /** Of this run of its service. */
  readonly instanceId: string
  readonly version: string
  readonly commit: string
  readonly machine: {
    readonly cpuFamily: string
    readonly cpuModel: string
    readonly cpuModelName: string
    readonly cpuArchitecture: string
  }
  readonly status: SettableStatus
  readonly statusChangedAtMs: number
  /** With a container. */
  readonly sandboxes: number
  /** Admitted, and not there yet. */
  readonly starting: number
  /** Since its service was started. */
  readonly createsSucceeded: number
  readonly createsFailed: number
  /** What its sandboxes may use. */
  readonly allocatedCpus: number
  readonly allocatedMemoryBytes: number
  readonly usage: NodeUsage
  readonly buildIds: readonly string[]
}

export interface NodeAdmin {
  describeNode(): Promise<NodeDescription>
  /** Holds when it returns, over restarts of the node as well. */
  setNodeStatus(status: SettableStatus): Promise<void>
}
