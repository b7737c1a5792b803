/**
 * The audit log: requests and their outcomes. Rows are added, and removed when they are old, but never changed.
 *
 * Events are written to the outbox first: those of sandboxes in the transaction that changes the sandbox. `relayEvents`
 * moves them to the log in the order in which they were written, so that a reader that pages through it or follows it
 * by number misses none, however many processes write.
 */

/** The operation id of a request that changes state, or the name of a change without a request. */
export type EventKind = string

export interface NewEvent {
  readonly atMs: number
  /** Null for an event of the installation. */
  readonly teamId: string | null
  readonly kind: EventKind
  /** `admin` is the holder of the admin token, `system` is the service itself. */
  readonly actor: 'key' | 'admin' | 'system'
  readonly keyId: string | null
  readonly sandboxId: string | null
  /** Another resource concerned: the id of a key, a secret, a template, or the source sandbox of a fork. */
  readonly subject: string | null
  readonly outcome: EventOutcome
  /** Status of the response; null for events without a request. */
  readonly status: number | null
  /** A code of the error table, or the reason for which a sandbox ended. */
  readonly reason: string | null
}

/** `refused`: a client error; `failed`: an error of the service. */
export type EventOutcome = 'done' | 'refused' | 'failed'

export interface AuditEvent extends NewEvent {
  /** Increases monotonically. */
  readonly number: number
  /** The key's current name; null without a key, or when it was deleted. */
  readonly keyName: string | null
}

export interface EventQuery {
  /** Undefined selects all teams and the installation. */
  readonly teamId?: string | undefined
  readonly sandboxId?: string | undefined
  readonly kind?: EventKind | undefined
  /** Number of the last event on the previous page. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface EventLog {
  /** Events are visible in lists when this returns. */
  appendEvents(events: readonly NewEvent[]): Promise<void>
  /** Moves the rows of the outbox to the log; returns their number. Called periodically. */
  relayEvents(): Promise<number>
  /** Newest first, including everything that was committed before the call. */
  listEvents(query: EventQuery): Promise<AuditEvent[]>
  /** Deletes older events, and for each team all but the newest `perTeamMax`; returns the number of deleted events. */
  pruneEvents(beforeMs: number, perTeamMax: number): Promise<number>
}
