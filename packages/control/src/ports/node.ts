/** The node's description of itself. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'

export interface NodeDisk {
  readonly mountPoint: string
  readonly device: string
  readonly filesystemType: string
  readonly usedBytes: number
  readonly totalBytes: number
}

export interface NodeUsage {
  /** Share of all processors together, 0 to 100. */
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
  /** Identifies this run of the node's service. */
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
  /** Number of sandboxes that have a container. */
  readonly sandboxes: number
  /** Number of sandboxes that were admitted and are not running yet. */
  readonly starting: number
  /** Count since the service started. */
  readonly createsSucceeded: number
  readonly createsFailed: number
  /** Sum of the limits of its sandboxes. */
  readonly allocatedCpus: number
  readonly allocatedMemoryBytes: number
  readonly usage: NodeUsage
  readonly buildIds: readonly string[]
}

export interface NodeAdmin {
  describeNode(): Promise<NodeDescription>
  /** The status is durable when this returns: it survives a restart of the node. */
  setNodeStatus(status: SettableStatus): Promise<void>
}
