/** Sandboxes as control remembers them. */

import type { EgressLists, NetworkLists } from '@cay/core/egress/lists.ts'
import type { Cursor } from '@cay/core/page.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { IngressSpec } from '@cay/core/sandbox/ingress.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { MetadataPairs } from '@cay/core/sandbox/list-filter.ts'
import type { EndReason, State } from '@cay/core/sandbox/state.ts'
import type { SandboxEvent } from '@cay/core/sandbox/transition.ts'
import type { Usage } from '@cay/core/team/quotas.ts'
import type { Resources } from './orchestrator.ts'

export interface SandboxRecord {
  readonly sandboxId: string
  readonly teamId: string
  readonly templateId: string
  readonly buildId: string
  readonly alias: string | null
  readonly state: State
  readonly generation: number
  /** The same for life. */
  readonly startedAtMs: number
  /** Since it was made or last resumed. */
  readonly runsSinceMs: number
  /** While pausing or paused: when it was paused. */
  readonly endAtMs: number
  /** When this record was last written. */
  readonly changedAtMs: number
  readonly endedAtMs: number | null
  readonly endReason: EndReason | null
  readonly lifecycle: Lifecycle
  /** While pausing or paused: whether only files were kept. */
  readonly pausedFilesOnly: boolean | null
  readonly isSecured: boolean
  /** Null: never set. */
  readonly allowInternetAccess: boolean | null
  /** As they were requested; null when nothing was. */
  readonly network: NetworkLists | null
  /** What the node was told; null in records of builds that did not keep it. */
  readonly egress: EgressLists | null
  /** Null: anybody's requests come in as they are. */
  readonly ingress: IngressSpec | null
  /** Identity tokens that its requests may carry, by name; null when there are none. */
  readonly iam: Readonly<Record<string, { readonly audience: string }>> | null
  readonly metadata: MetadataPairs
  readonly resources: Resources
  readonly envdVersion: string
}

/** What of a sandbox changes over its life: two records with the same mark show the same. */
export type SandboxMark = Pick<
  SandboxRecord,
  'sandboxId' | 'state' | 'generation' | 'startedAtMs' | 'endAtMs' | 'changedAtMs'
>

/** What of a record may change beside its state. */
export type SandboxChange = Partial<
  Pick<
    SandboxRecord,
    | 'generation'
    | 'startedAtMs'
    | 'runsSinceMs'
    | 'endAtMs'
    | 'endedAtMs'
    | 'endReason'
    | 'envdVersion'
    | 'resources'
    | 'network'
    | 'egress'
    | 'allowInternetAccess'
    | 'pausedFilesOnly'
  >
> & { readonly changedAtMs: number }

/** What is to become of a sandbox: only a transition changes its state. */
export interface SandboxDecision {
  readonly change: SandboxChange
  readonly transition?: Pick<SandboxEvent, 'event' | 'to' | 'keyId'>
}

export interface SandboxQuery {
  readonly teamId: string
  readonly states: readonly State[]
  /** Running ones whose time is up by then are left out, unless they are paused at their end. */
  readonly nowMs: number
  /** All pairs must match. */
  readonly metadata: MetadataPairs
  readonly templateId?: string
  /** Started then or later. */
  readonly startedSinceMs?: number
  /** `desc`, newest first, unless given. */
  readonly order?: 'asc' | 'desc'
  /** The last item of the page before. */
  readonly after?: Cursor
  readonly limit: number
}

export interface SandboxStore {
  insertSandbox(sandbox: SandboxRecord): Promise<void>
  findSandbox(sandboxId: string): Promise<SandboxRecord | undefined>
  /**
   * The only way in which a recorded sandbox changes. `decide` sees the record, which nobody else changes meanwhile; what it
   * returns is written in the same transaction, together with the event of a transition, and nothing when it returns
   * nothing. Returns the record as it is afterwards; undefined when there is none.
   */
  changeSandbox(
    sandboxId: string,
    decide: (sandbox: SandboxRecord) => SandboxDecision | undefined,
  ): Promise<SandboxRecord | undefined>
  /** Removes a record in the state `creating`, of which nobody was told; any other is left as it is. */
  discardSandbox(sandboxId: string): Promise<void>
  /** Those of these ids that there are, in no order. */
  findSandboxes(sandboxIds: readonly string[]): Promise<SandboxRecord[]>
  /** Newest first, ties by id; the other way round in ascending order. */
  listSandboxes(query: SandboxQuery): Promise<SandboxMark[]>
  countSandboxes(query: Omit<SandboxQuery, 'after' | 'limit' | 'order'>): Promise<number>
  /** Sandboxes in these states by team; teams with none are left out. */
  countByTeam(states: readonly State[], nowMs: number): Promise<ReadonlyMap<string, number>>
  /** What a team has now, but for the sandboxes named: a paused one has its disk alone. Snapshots are on its disk too. */
  teamUsage(
    teamId: string,
    query: { readonly nowMs: number; readonly without: readonly string[] },
  ): Promise<Usage>
  /** Of all teams: what has not ended, in the order of ids. */
  listUnended(page: Page): Promise<SandboxMark[]>
  /** Forgets ends before that instant; returns how many. */
  pruneEnded(beforeMs: number): Promise<number>
}
