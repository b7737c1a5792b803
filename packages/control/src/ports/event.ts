/**
 * The audit log: what was requested and what became of it. Rows are added and, when they are old, removed; never changed.
 *
 * Events are written to the outbox first: those of sandboxes in the transaction that changes the sandbox. `relayEvents`
 * moves them to the log in the order in which they were written, so that who pages through it or follows it by number
 * misses none, however many processes write.
 */

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
  /** They are listed from then on. */
  appendEvents(events: readonly NewEvent[]): Promise<void>
  /** Moves what the outbox holds to the log; returns how many rows it held. To be called from time to time. */
  relayEvents(): Promise<number>
  /** Newest first, with everything that was committed before the call. */
  listEvents(query: EventQuery): Promise<AuditEvent[]>
  /** Forgets what is older, and of each team all but the newest `perTeamMax`; returns how many. */
  pruneEvents(beforeMs: number, perTeamMax: number): Promise<number>
}
