/** The lease of a node of a cluster: control, which grants it, and what the node keeps of it. */
import type { LeaseBounds } from '@cay/core/lease/standing.ts'
import type { SettableStatus } from '@cay/core/placement/node-status.ts'

export interface NodeCapacity {
  readonly placesMax: number
  readonly placesUsed: number
  /** Admitted and not running yet. */
  readonly placesInFlight: number
  readonly cpuCount: number
  readonly cpusAllocated: number
  readonly memoryTotalMb: number
  /** What new sandboxes may take. */
  readonly memoryFreeMb: number
  readonly diskFreeMb: number
}

/** What places are chosen by. */
export interface NodeReport {
  readonly capacity: NodeCapacity
  readonly pooledBuildIds: readonly string[]
  readonly cachedBuildIds: readonly string[]
  /** Of the directory of volumes that it shares with other nodes. */
  readonly volumesDirectoryId: string | undefined
}

export interface RenewalRequest extends NodeReport {
  /** 0: none known. */
  readonly incarnation: number
}

export interface Renewal {
  /** `lost`: control has given up everything that ran under an older incarnation than this one. */
  readonly verdict: 'ok' | 'lost'
  readonly incarnation: number
  readonly leaseMs: number
  readonly fenceMs: number
  /** Absent: control is of a version that does not state it. */
  readonly endMs?: number
  /** Undefined: control says nothing of it. */
  readonly desiredStatus: SettableStatus | undefined
  /** Number of control processes that serve nodes. */
  readonly replicas: number
}

export interface RenewalCall {
  readonly signal: AbortSignal
  /** Milliseconds that control has for an answer. */
  readonly timeoutMs: number
}

export interface LeaseClient {
  /** Rejects when the lease was not renewed: with ServiceError `database_unavailable` when control could not record it. */
  renew(request: RenewalRequest, call: RenewalCall): Promise<Renewal>
}

/** A clock that runs while the machine is suspended, and starts anew when it boots. */
export interface BootClock {
  nowMs(): number
  /** Of the machine; another one means that the clock started anew. */
  readonly bootId: string
}

export interface StoredLease {
  readonly bootId: string
  readonly incarnation: number
  /** By the clock of that boot; absent: none was granted. */
  readonly lastSentAtMs?: number
  /** Those that control stated last; absent: none yet. */
  readonly bounds?: LeaseBounds
}

export interface LeaseFile {
  /** Undefined when it is missing or unreadable. */
  read(): Promise<StoredLease | undefined>
  /** Survives a crash of the node. A power failure ends all that a lease is about. */
  write(lease: StoredLease): Promise<void>
}
