/** The machine itself, and who is asked before the node does something by itself. */

export interface Clock {
  nowMs(): number
}

/** What control has to say before the node does something by itself. */
export interface Consent {
  /**
   * Whether the team of a paused sandbox may have one more running. `unanswered`: control is away, which is no refusal:
   * sandboxes do not hang on it. Throws quota_exceeded.
   */
  admitResume(sandboxId: string, generation: bigint): Promise<'admitted' | 'unanswered'>
}

export interface HostRoom {
  readonly memoryAvailableMb: number
  readonly diskAvailableMb: number
}

export interface Host {
  room(): Promise<HostRoom>
  /** `bytes` random bytes as lower-case hex. */
  randomHex(bytes: number): string
}
