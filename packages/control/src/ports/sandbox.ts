/** Sandbox records in control's store. */

import type { EgressLists, NetworkLists } from '@cay/core/egress/lists.ts'
import type { LifecycleData, LifecycleType } from '@cay/core/event/lifecycle.ts'
import type { Cursor } from '@cay/core/page.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { IngressSpec } from '@cay/core/sandbox/ingress.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { MetadataPairs } from '@cay/core/sandbox/list-filter.ts'
import type { Operation } from '@cay/core/sandbox/operation.ts'
import type { EndReason, State } from '@cay/core/sandbox/state.ts'
import type { SandboxEvent } from '@cay/core/sandbox/transition.ts'
import type { Usage } from '@cay/core/team/quotas.ts'
import type { Resources } from './orchestrator.ts'
import type { SandboxVolume, VolumeClaim } from './volume.ts'

export interface SandboxRecord {
  readonly sandboxId: string
  readonly teamId: string
  readonly templateId: string
  readonly buildId: string
  readonly alias: string | null
  readonly state: State
  readonly generation: number
  /** Raised whenever the sandbox is placed on a node: it begins with the creation, and each resume has its own. */
  readonly epoch: number
  /** The node that the sandbox is on; null while it is paused and only the object store need have it. */
  readonly nodeId: string | null
  /** The node that keeps the files of the last pause; null when none is known to. */
  readonly originId: string | null
  /** The long operation that is in progress. */
  readonly operation: Operation | null
  /** Does not change over the sandbox's life. */
  readonly startedAtMs: number
  /** Start of the current run: the creation or the last resume. */
  readonly runsSinceMs: number
  /** While pausing or paused: the time of the pause. */
  readonly endAtMs: number
  /** When this record was last written. */
  readonly changedAtMs: number
  readonly endedAtMs: number | null
  readonly endReason: EndReason | null
  readonly lifecycle: Lifecycle
  /** While pausing or paused: whether only files were kept. */
  readonly pausedFilesOnly: boolean | null
  readonly isSecured: boolean
  /** Null: not set by the request. */
  readonly allowInternetAccess: boolean | null
  /** The lists as requested; null when none were given. */
  readonly network: NetworkLists | null
  /** The lists that the node got; null in records of versions that did not store them. */
  readonly egress: EgressLists | null
  /** Null: public, with unmodified requests. */
  readonly ingress: IngressSpec | null
  /** Identity tokens that the sandbox's requests may carry, by name; null when there are none. */
  readonly iam: Readonly<Record<string, { readonly audience: string }>> | null
  /** Absent: it has none. */
  readonly volumeMounts?: readonly SandboxVolume[]
  readonly metadata: MetadataPairs
  readonly resources: Resources
  readonly envdVersion: string
}

/** The fields that change over a sandbox's life: two records with the same mark render the same. */
export type SandboxMark = Pick<
  SandboxRecord,
  | 'sandboxId'
  | 'state'
  | 'generation'
  | 'startedAtMs'
  | 'runsSinceMs'
  | 'endAtMs'
  | 'changedAtMs'
  | 'epoch'
  | 'nodeId'
>

/** What says where a sandbox is, and whether it is still there. */
export type SandboxLocation = Pick<SandboxRecord, 'state' | 'nodeId' | 'epoch' | 'endAtMs'> & {
  readonly lifecycle: Pick<SandboxRecord['lifecycle'], 'onTimeout'>
}

/** Fields of a record that may change without a change of state. */
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
    | 'operation'
    | 'nodeId'
    | 'originId'
  >
> & { readonly changedAtMs: number }

/** A decided change of a sandbox: the state changes only by a transition. */
export interface SandboxDecision {
  readonly change: SandboxChange
  readonly transition?: Pick<SandboxEvent, 'event' | 'to' | 'keyId'>
  /** A lifecycle event that no transition tells. */
  readonly notice?: SandboxNotice | undefined
  /** Raises the epoch. */
  readonly isPlacement?: boolean
  /**
   * Fails with quota_exceeded, and writes nothing, when the team's quotas do not allow the sandbox to run. Usage is
   * counted in the same transaction.
   */
  readonly needsAdmission?: boolean
}

export interface SandboxNotice {
  readonly type: LifecycleType
  readonly data: LifecycleData
}

/** A node that a sandbox is placed on must be open at that moment, as the database says. */
export interface NodeClaim {
  readonly nodeId: string
  /** Its lease was renewed after this instant. Undefined: the node itself asks, and is not looked at. */
  readonly renewedSinceMs: number | undefined
  /** Of the sandbox, which are attached to the node with it. */
  readonly volumes: VolumeClaim
}

export interface SandboxOperation {
  readonly sandboxId: string
  readonly nodeId: string | null
  readonly operation: Operation
}

export interface SandboxQuery {
  readonly teamId: string
  readonly states: readonly State[]
  /** Running sandboxes that have expired by then are excluded, unless they are paused at their end. */
  readonly nowMs: number
  /** All pairs must match. */
  readonly metadata: MetadataPairs
  readonly templateId?: string
  /** Only sandboxes started at or after this instant. */
  readonly startedSinceMs?: number
  /** Defaults to `desc`, newest first. */
  readonly order?: 'asc' | 'desc'
  /** The last item of the previous page. */
  readonly after?: Cursor
  readonly limit: number
}

/** The Idempotency-Key of a create, and what tells its request from others. */
export interface CreateKey {
  readonly key: string
  readonly digest: string
}

/** The create that has a team's key, with its sandbox. */
export interface FirstCreate extends Pick<CreateKey, 'digest'> {
  readonly sandbox: SandboxRecord
}

export interface SandboxStore {
  /**
   * With `needsAdmission` the team's quotas are checked in the same transaction, at the time of the record's last
   * change; a create key is written in it too, and goes with the record. Throws quota_exceeded, no_capacity when the claimed
   * node is not open, idempotency_in_progress when another sandbox of the team has the key, request_invalid for a volume that
   * is deleted.
   */
  insertSandbox(
    sandbox: SandboxRecord,
    options?: {
      readonly needsAdmission?: boolean
      readonly claim?: NodeClaim | undefined
      readonly createKey?: CreateKey | undefined
    },
  ): Promise<void>
  /** The create with this key of the team; undefined when there is none. */
  findFirstCreate(teamId: string, key: string): Promise<FirstCreate | undefined>
  findSandbox(sandboxId: string): Promise<SandboxRecord | undefined>
  /**
   * The only way to change a recorded sandbox. `decide` gets the record, which is locked against other changes; its
   * result is written in the same transaction, together with the event of a transition. When it returns undefined,
   * nothing is written. Returns the updated record; undefined when it does not exist. Throws no_capacity when the claimed
   * node is not open.
   */
  changeSandbox(
    sandboxId: string,
    decide: (sandbox: SandboxRecord) => SandboxDecision | undefined,
    claim?: NodeClaim,
  ): Promise<SandboxRecord | undefined>
  /** Deletes a record in the state `creating`, whose id no client has seen; in any other state it is kept. */
  discardSandbox(sandboxId: string): Promise<void>
  /** What says where a sandbox is; undefined when there is none. */
  locateSandbox(sandboxId: string): Promise<SandboxLocation | undefined>
  /** The existing records of these ids, in no particular order. */
  findSandboxes(sandboxIds: readonly string[]): Promise<SandboxRecord[]>
  /** Newest first, ties by id; reversed in ascending order. */
  listSandboxes(query: SandboxQuery): Promise<SandboxMark[]>
  countSandboxes(query: Omit<SandboxQuery, 'after' | 'limit' | 'order'>): Promise<number>
  /** Number of sandboxes in these states by team; teams without any are omitted. */
  countByTeam(states: readonly State[], nowMs: number): Promise<ReadonlyMap<string, number>>
  /**
   * A team's current usage without the named sandboxes: a paused sandbox counts with its disk only, unless it is being
   * resumed. Snapshots count as disk too.
   */
  teamUsage(
    teamId: string,
    query: { readonly nowMs: number; readonly without: readonly string[] },
  ): Promise<Usage>
  /** Operations in progress of all sandboxes, also those whose lease has expired. */
  listOperations(): Promise<SandboxOperation[]>
  /** Extends the leases of this process's operations on these sandboxes. */
  renewOperations(by: string, sandboxIds: readonly string[], untilMs: number): Promise<void>
  /** Sandboxes of all teams that are on the node and have not ended, in the order of ids. */
  listUnended(nodeId: string, page: Page): Promise<SandboxMark[]>
  /** Deletes records of sandboxes that ended before this instant; returns their number. */
  pruneEnded(beforeMs: number): Promise<number>
}
