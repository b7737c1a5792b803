/** The node, as control speaks to it about sandboxes. */

import type { EgressLists } from '@cay/core/egress/lists.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { IngressSpec } from '@cay/core/sandbox/ingress.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { NodePhase } from '@cay/core/sandbox/node-phase.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { NodeAdmin } from './node.ts'

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

/** A sandbox as its node tells of it. */
export interface NodeSandbox {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly phase: NodePhase
  /** While pausing or paused: there is no memory to come back to. */
  readonly filesOnly: boolean
  /** Meaningful once ended. */
  readonly endReason: EndReason
  /** Only ever grows, over all sandboxes of the node. */
  readonly generation: number
  /** Of its present run: made or last resumed. */
  readonly startedAtMs: number
  readonly endAtMs: number
  /** Meaningful once ended. */
  readonly endedAtMs: number
  readonly resources: Resources
}

export interface NodeTemplate {
  readonly templateId: string
  readonly buildId: string
  /** Empty when it has none. */
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  readonly createdAtMs: number
}

/** How requests come in. */
export interface NodeIngress extends Omit<IngressSpec, 'isPrivate'> {
  /** Empty: anybody's. */
  readonly trafficToken: string
}

export interface CreateOnNode {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly timeoutSeconds: number
  readonly envVars: Readonly<Record<string, string>>
  /** Of a snapshot: the variables held in its memory stay, and `envVars` say nothing. */
  readonly keepsEnvVars: boolean
  /** Empty: the daemon asks for no token. */
  readonly accessToken: string
  readonly egress: EgressLists
  readonly ingress: NodeIngress
  readonly lifecycle: Lifecycle
}

export interface CreatedOnNode {
  readonly sandbox: NodeSandbox
  readonly envdVersion: string
  readonly source: 'pool' | 'restore'
}

export interface CaptureOnNode {
  readonly sandboxId: string
  /** A UUID. */
  readonly snapshotId: string
  /** Nothing waits for the disk: a power cut may lose or break it. */
  readonly isTransient: boolean
}

export interface ResumeOnNode {
  readonly sandboxId: string
  /** Counted from the moment it can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files, also where there is memory. */
  readonly filesOnly: boolean
}

/** What a capture left on the node; sandboxes are created from it by its id as the build. */
export interface NodeSnapshot {
  readonly snapshotId: string
  readonly sandboxId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly createdAtMs: number
  /** What is on the node's disk for it alone. */
  readonly diskBytes: number
}

export type NodeEvent =
  /** The first event of every watch: what changes from here on is told. */
  { readonly kind: 'following' } | { readonly kind: 'changed'; readonly sandbox: NodeSandbox }

/** Every call throws node_unavailable when the node does not answer. */
export interface OrchestratorClient extends NodeAdmin {
  /**
   * Throws template_not_found, already_exists, no_capacity (the message says what of), deadline_exceeded; for a build that is
   * a snapshot no_compatible_node and snapshot_damaged as well.
   */
  createSandbox(request: CreateOnNode, signal?: AbortSignal): Promise<CreatedOnNode>
  /**
   * Returns when the snapshot is on disk. Throws sandbox_not_found, already_exists (it is paused already), node_disk_full
   * and capture_failed (it goes on running).
   */
  pauseSandbox(sandboxId: string, filesOnly: boolean): Promise<NodeSandbox>
  /** One that runs is answered as it is. Throws sandbox_not_found, memory_not_restorable, snapshot_damaged, no_capacity. */
  resumeSandbox(request: ResumeOnNode): Promise<NodeSandbox>
  /** The sandbox goes on. Throws as a pause does; already_exists when a snapshot has this id. */
  captureSandbox(request: CaptureOnNode): Promise<NodeSnapshot>
  /** No error when there is none. Sandboxes made from it go on. */
  deleteSnapshot(snapshotId: string): Promise<void>
  /** Those of captures. */
  listSnapshots(): Promise<NodeSnapshot[]>
  /** Returns when nothing of it is left. Throws sandbox_not_found. */
  killSandbox(sandboxId: string, reason: EndReason): Promise<void>
  /** Throws sandbox_not_found. */
  setExpiry(sandboxId: string, endAtMs: number): Promise<NodeSandbox>
  /**
   * New connections follow when it returns. Open ones go on, unless those that the lists do not allow are to be closed.
   * Throws sandbox_not_found.
   */
  setEgressPolicy(
    sandboxId: string,
    egress: EgressLists,
    options?: { readonly closesExisting?: boolean },
  ): Promise<NodeSandbox>
  /** A page in the order of ids; it may hold more than its limit, and when it holds fewer there are no more. All without. */
  listSandboxes(page?: Page): Promise<NodeSandbox[]>
  /** Ends, or throws node_unavailable, when the node goes away or falls silent. */
  watchSandboxes(signal: AbortSignal): AsyncIterable<NodeEvent>
  acknowledgeEnded(sandboxIds: readonly string[]): Promise<void>
  listTemplates(): Promise<NodeTemplate[]>
}
