/** The node's sandbox operations, as control calls them. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { IngressSpec } from '@cay/core/sandbox/ingress.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { NodePhase } from '@cay/core/sandbox/node-phase.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { NodeAdmin } from './node.ts'
import type { SandboxVolume } from './volume.ts'

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

/** A sandbox as its node reports it. */
export interface NodeSandbox {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly phase: NodePhase
  /** While pausing or paused: there is no memory to restore. */
  readonly filesOnly: boolean
  /** Valid once the sandbox has ended. */
  readonly endReason: EndReason
  /** Increases monotonically across all sandboxes of the node. */
  readonly generation: number
  /** Start of the current run: the creation or the last resume. */
  readonly startedAtMs: number
  readonly endAtMs: number
  /** Valid once the sandbox has ended. */
  readonly endedAtMs: number
  readonly resources: Resources
  /** Highest epoch of a command that the node accepted for it; 0: none was given. */
  readonly epoch: number
}

export interface NodeTemplate {
  readonly templateId: string
  readonly buildId: string
  /** Empty when the template has no alias. */
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  readonly createdAtMs: number
}

/** How requests reach the sandbox. */
export interface NodeIngress extends Omit<IngressSpec, 'isPrivate'> {
  /** Empty for a public sandbox. */
  readonly trafficToken: string
}

export interface CreateOnNode {
  readonly sandboxId: string
  readonly teamId?: string
  readonly epoch?: number
  readonly templateId: string
  readonly buildId: string
  readonly timeoutSeconds: number
  readonly envVars: Readonly<Record<string, string>>
  /** For a snapshot: the variables in its memory are kept, and `envVars` are ignored. */
  readonly keepsEnvVars: boolean
  /** Empty when envd requires no token. */
  readonly accessToken: string
  readonly egress: EgressLists
  readonly ingress: NodeIngress
  readonly lifecycle: Lifecycle
  /** Absent: the sandbox has none. */
  readonly volumeMounts?: readonly SandboxVolume[]
}

export interface CreatedOnNode {
  readonly sandbox: NodeSandbox
  readonly envdVersion: string
  readonly source: 'pool' | 'restore'
}

export interface CaptureOnNode {
  readonly sandboxId: string
  readonly epoch?: number
  /** A UUID. */
  readonly snapshotId: string
  /** The capture is not synced to disk, so a power failure may lose or damage it. */
  readonly isTransient: boolean
}

export interface ResumeOnNode {
  readonly sandboxId: string
  readonly epoch?: number
  /** Counted from the moment when the sandbox can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files even when memory was kept. */
  readonly filesOnly: boolean
}

/** A captured snapshot on the node; sandboxes are created from it with its id as the build id. */
export interface NodeSnapshot {
  readonly snapshotId: string
  readonly sandboxId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly createdAtMs: number
  /** Disk space that it uses exclusively. */
  readonly diskBytes: number
}

export type NodeEvent =
  /** The first event of every watch: all later changes are reported. */
  { readonly kind: 'following' } | { readonly kind: 'changed'; readonly sandbox: NodeSandbox }

/**
 * Every call throws node_unavailable when the node does not respond. Errors of a create and a resume say whether the sandbox may
 * run nevertheless (`isOutcomeUnknown`): it must not be started on another node then. Commands carry the epoch of the sandbox, by which a
 * node refuses those of an earlier placement; 0: not given, as on a single machine.
 */
export interface OrchestratorClient extends NodeAdmin {
  /**
   * Throws template_not_found, already_exists, no_capacity (the message names the resource), deadline_exceeded; for a
   * build that is a snapshot also no_compatible_node and snapshot_damaged.
   */
  createSandbox(request: CreateOnNode, signal?: AbortSignal): Promise<CreatedOnNode>
  /**
   * Returns when the snapshot is on disk. Throws sandbox_not_found, already_exists (already paused), node_disk_full and
   * capture_failed (the sandbox keeps running).
   */
  pauseSandbox(sandboxId: string, filesOnly: boolean, epoch?: number): Promise<NodeSandbox>
  /**
   * A running sandbox is returned unchanged. Throws sandbox_not_found, memory_not_restorable, snapshot_damaged,
   * no_capacity.
   */
  resumeSandbox(request: ResumeOnNode): Promise<NodeSandbox>
  /**
   * Makes a paused sandbox, whose snapshot is in the object store, one of this node; one that is there stays as it is.
   * `record`: as the node that paused it stored it. `isResuming`: a resume follows.
   */
  adoptPaused(
    sandboxId: string,
    record: string,
    options?: { readonly epoch?: number; readonly isResuming?: boolean },
  ): Promise<NodeSandbox>
  /** The sandbox keeps running. Throws as a pause does; already_exists when a snapshot has this id. */
  captureSandbox(request: CaptureOnNode): Promise<NodeSnapshot>
  /** Deleting a missing snapshot is not an error. Sandboxes created from it keep running. */
  deleteSnapshot(snapshotId: string): Promise<void>
  /** Lists the snapshots of captures; those of paused sandboxes are not included. */
  listSnapshots(): Promise<NodeSnapshot[]>
  /** Returns when all resources of the sandbox are released. Throws sandbox_not_found. */
  killSandbox(sandboxId: string, reason: EndReason, epoch?: number): Promise<void>
  /**
   * Drops a copy of a sandbox that lives elsewhere at a higher epoch: nothing is recorded as ended. Not an error when
   * there is none up to this epoch.
   */
  releaseSandbox(sandboxId: string, epoch: number): Promise<void>
  /** Throws sandbox_not_found. */
  setExpiry(sandboxId: string, endAtMs: number, epoch?: number): Promise<NodeSandbox>
  /**
   * The policy applies to new connections when this returns. Open connections stay, unless those that it denies are to
   * be closed. Throws sandbox_not_found.
   */
  setEgressPolicy(
    sandboxId: string,
    egress: EgressLists,
    options?: { readonly closesExisting?: boolean; readonly epoch?: number },
  ): Promise<NodeSandbox>
  /**
   * A page in the order of ids. It may exceed its limit; when it has fewer items, there are no more. Without a page,
   * all sandboxes.
   */
  listSandboxes(page?: Page): Promise<NodeSandbox[]>
  /** Ends, or throws node_unavailable, when the node disconnects or stops sending messages. */
  watchSandboxes(signal: AbortSignal): AsyncIterable<NodeEvent>
  acknowledgeEnded(sandboxIds: readonly string[]): Promise<void>
  listTemplates(): Promise<NodeTemplate[]>
}
