/** The audit log: what was asked for and what became of it. Rows are added and, when they are old, forgotten; never changed. */

/** A state-changing operation of the API by its id, or what happens without a request. */
export type EventKind = string

export interface NewEvent {
  readonly atMs: number
  /** Null: of the installation. */
  readonly teamId: string | null
  readonly kind: EventKind
  /** `admin` is the holder of the installation's token, `system` ourselves. */
  readonly actor: 'key' | 'admin' | 'system'
  readonly keyId: string | null
  readonly sandboxId: string | null
  /** What else it was about: the id of a key, a secret, a template, or the sandbox that a fork was made from. */
  readonly subject: string | null
  readonly outcome: EventOutcome
  /** That of the answer; null where nobody asked. */
  readonly status: number | null
  /** A code of the error table, or why a sandbox ended. */
  readonly reason: string | null
}

/** `refused` is the caller's doing, `failed` ours. */
export type EventOutcome = 'done' | 'refused' | 'failed'

export interface AuditEvent extends NewEvent {
  /** Only ever grows. */
  readonly number: number
  /** What people call the key now; null where there is none, or no more. */
  readonly keyName: string | null
}

export interface EventQuery {
  /** Undefined: of all teams and of the installation. */
  readonly teamId?: string | undefined
  readonly sandboxId?: string | undefined
  readonly kind?: EventKind | undefined
  /** The number of the last event of the page before. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface EventLog {
  appendEvents(events: readonly NewEvent[]): Promise<void>
  /** Newest first. */
  listEvents(query: EventQuery): Promise<AuditEvent[]>
  /** Forgets what is older, and of each team all but the newest `perTeamMax`; returns how many. */
  pruneEvents(beforeMs: number, perTeamMax: number): Promise<number>
}
