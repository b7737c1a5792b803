/** The host: its clock and free resources, and control, which is asked before the node acts on its own. */

export interface Clock {
  nowMs(): number
}

export interface Admission {
  /** Of the placement that the resume is; 0: the sandbox keeps the one that it has. */
  readonly epoch: number
}

/** Asks control before the node acts on its own. */
export interface Consent {
  /**
   * Checks whether the team of a paused sandbox may run one more. `unanswered`: control is down, which is no refusal, because
   * sandboxes do not depend on it. Throws quota_exceeded.
   */
  admitResume(sandboxId: string, generation: bigint): Promise<Admission | 'unanswered'>
}

export interface HostCapacity {
  readonly memoryAvailableMb: number
  readonly diskAvailableMb: number
}

export interface Host {
  room(): Promise<HostCapacity>
  /** `bytes` random bytes as lower-case hex. */
  randomHex(bytes: number): string
}
