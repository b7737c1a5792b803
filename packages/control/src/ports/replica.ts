/**
 * The control processes of an installation, and what only one of them does at a time. A process that does not renew its
 * lease in time counts as dead.
 */
export interface Lease {
  readonly nowMs: number
  readonly untilMs: number
}

export interface ReplicaStore {
  /** Milliseconds since 1970 by the clock of the database, which all processes have in common. */
  readClock(): Promise<number>
  /** Records that the process lives; returns the number of processes that do. */
  renewReplica(replicaId: string, lease: Lease): Promise<number>
  removeReplica(replicaId: string): Promise<void>
  /** Takes or renews a lease; false while another process has it. */
  takeLease(name: string, replicaId: string, lease: Lease): Promise<boolean>
  releaseLease(name: string, replicaId: string): Promise<void>
}
