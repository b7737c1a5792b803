/**
 * The audit log: requests and their outcomes. Rows are added, and removed when they are old, but never changed.
 *
 * Events are written to the outbox first: those of sandboxes in the transaction that changes the sandbox. `relayEvents`
 * moves them to the log in the order in which they were written, so that a reader that pages through it or follows it
 * by number misses none, however many processes write.
 */

import type { LedgerEntry, LedgerMark } from '@cay/core/event/ledger.ts'
import type { DeliveredEvent } from '@cay/core/event/lifecycle.ts'
import type { LedgerProblem } from '@cay/core/event/verify-ledger.ts'

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
  /**
   * Deletes events from the beginning of each team's log: those before the first one that is not older, and all but the
   * newest `perTeamMax`. A chain is cut at one of its heads, so that events are kept until the head that covers them is to
   * go, and a signed cut is left. Nothing is deleted of a chain that is not intact up to there.
   */
  pruneEvents(retention: Retention, key: MarkKey): Promise<PrunedEvents>
  /** Signs the present end of each chain whose end is not signed. */
  signLedgers(sign: SignMark, nowMs: number): Promise<void>
  /** The events of a chain after `afterSeq`, in their order, with the heads among them. The end of the chain is signed first. */
  readLedger(query: LedgerQuery, signing: Signing): Promise<LedgerPage>
  /** The chains that exist, with null for that of the installation. */
  listLedgers(): Promise<(string | null)[]>
}

export interface Retention {
  readonly beforeMs: number
  readonly perTeamMax: number
  readonly nowMs: number
}

/** Signs the text with the key of the installation. */
export type SignMark = (text: string) => string

export interface Signing {
  readonly sign: SignMark
  readonly nowMs: number
}

export interface MarkKey {
  readonly sign: SignMark
  readonly isSigned: (text: string, signature: string) => boolean
}

export interface PrunedEvents {
  /** The number of deleted events. */
  readonly count: number
  /** The chains of which nothing was deleted because they are not intact. */
  readonly broken: readonly { readonly teamId: string | null; readonly problem: LedgerProblem }[]
}

export interface LedgerKey extends MarkKey {
  /** PEM (SPKI) of the Ed25519 key. */
  readonly publicKey: string
  readonly keyId: string
}

export interface LedgerQuery {
  /** Null: the chain of the installation. */
  readonly teamId: string | null
  readonly afterSeq: number
  /** Begins with the first event that is not older, if that is a later one. */
  readonly sinceMs?: number | undefined
  readonly limit: number
}

export interface LedgerPage {
  readonly entries: readonly LedgerEvent[]
  readonly heads: readonly LedgerMark[]
  /** Where retention has cut the chain. */
  readonly cut: LedgerMark | undefined
  /** The last signed head of the chain. */
  readonly lastHead: LedgerMark | undefined
}

export type LedgerEvent = AuditEvent & Pick<LedgerEntry, 'seq' | 'hash' | 'previousHash'>

/** An event as it leaves the installation; events of versions without a ledger are in no chain. */
export type ExportedEvent = Omit<AuditEvent, 'keyName'> & {
  readonly seq: number | null
  readonly hash: string | null
}

/** A place outside that gets a copy of the audit log. */
export interface EventExport {
  /** One of its kind: how far it has come is recorded under this name. */
  readonly name: string
  /** Rejects when the events may not have arrived. */
  send(events: readonly ExportedEvent[], signal: AbortSignal): Promise<void>
}

export interface EventExportStore {
  /** An export that is new begins with the next event. */
  beginExport(name: string): Promise<void>
  /** The events after the last confirmed one, oldest first. */
  readExport(name: string, limit: number): Promise<ExportedEvent[]>
  /** The events up to this one have arrived. */
  confirmExport(name: string, number: number): Promise<void>
}

/** Lifecycle events of sandboxes, which the relay writes. */
export interface SandboxEventLog {
  /** In the order in which they happened, or the reverse; including everything that was committed before the call. */
  listSandboxEvents(query: SandboxEventQuery): Promise<DeliveredEvent[]>
  /** Deletes older events; returns their number. */
  pruneSandboxEvents(beforeMs: number): Promise<number>
}

export interface SandboxEventQuery {
  readonly teamId: string
  readonly sandboxId?: string | undefined
  readonly offset: number
  readonly limit: number
  readonly order: 'asc' | 'desc'
}
