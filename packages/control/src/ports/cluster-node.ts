/** The records of the nodes that have joined. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import type { Lease } from './replica.ts'

export interface NodeCapacity {
  readonly placesMax: number
  readonly placesUsed: number
  readonly placesInFlight: number
  readonly cpuCount: number
  readonly cpusAllocated: number
  readonly memoryTotalMb: number
  readonly memoryFreeMb: number
  readonly diskFreeMb: number
}

/** What a node says of itself with each renewal of its lease. */
export interface NodeReport {
  readonly instanceId: string
  readonly version: string
  readonly arch: string
  /** Sorted, separated by spaces, as in manifests. */
  readonly cpuFeatures: string
  readonly runtimeId: string
  /** host:port of its proxy. */
  readonly address: string
  readonly capacity: NodeCapacity
  readonly pooledBuildIds: readonly string[]
  readonly cachedBuildIds: readonly string[]
  /** Of the directory of volumes that it shares with other nodes; undefined: it shares none, or is of an older version. */
  readonly volumesDirectoryId?: string | undefined
  /** It takes builds that start from a bundled template which is not built yet; absent: it is of an older version. */
  readonly buildsFromRecipes?: boolean
}

export interface NodeRecord {
  readonly nodeId: string
  readonly name: string
  readonly labels: readonly string[]
  readonly joinedAtMs: number
  /** Raised whenever what runs on the node is given up. */
  readonly incarnation: number
  /** Of its machine; empty before it has renewed its lease. */
  readonly bootId: string
  readonly desired: SettableStatus
  readonly desiredAtMs: number
  /** 0: never. */
  readonly renewedAtMs: number
  /** Its clock minus that of control. */
  readonly clockSkewMs: number
  /** What ran on it is given up, and the node has not confirmed that; null otherwise. */
  readonly lostAtMs: number | null
  /** Null before it has renewed its lease. */
  readonly report: NodeReport | null
}

export interface NewNode {
  readonly nodeId: string
  readonly name: string
  readonly labels: readonly string[]
  readonly nowMs: number
}

export interface Renewal {
  readonly nodeId: string
  /** The renewal counts only under this incarnation. */
  readonly incarnation: number
  readonly bootId: string
  readonly renewedAtMs: number
  readonly clockSkewMs: number
  readonly report: NodeReport
}

export interface NodeStore {
  /** Throws already_exists when a node has the name or the id. */
  addNode(node: NewNode): Promise<void>
  /**
   * Only a node on which nothing is recorded that has not ended, and no volumes, unless these go with it: they are deleted then. False
   * otherwise.
   */
  removeNode(nodeId: string, options: { readonly withVolumes: boolean }): Promise<boolean>
  findNode(nodeId: string): Promise<NodeRecord | undefined>
  listNodes(): Promise<NodeRecord[]>
  /** One statement for all of them. Returns the ids of those whose lease is renewed. */
  renewNodes(renewals: readonly Renewal[]): Promise<string[]>
  /**
   * The node has confirmed that nothing of an older incarnation runs, and its silence is counted anew. False when it is not the
   * present one.
   */
  confirmLoss(nodeId: string, incarnation: number, nowMs: number): Promise<boolean>
  setNodeStatus(nodeId: string, desired: SettableStatus, nowMs: number): Promise<boolean>
  setNodeLabels(nodeId: string, labels: readonly string[]): Promise<boolean>
  /**
   * Takes or renews the following of nodes, at most `countMax` of them; returns the ids of those that this process follows
   * until the end of the lease.
   */
  followNodes(replicaId: string, countMax: number, lease: Lease): Promise<string[]>
  releaseNodes(replicaId: string): Promise<void>
  /**
   * Gives up what runs on the node, in one transaction: sandboxes whose pause is stored are paused on no node, all others
   * but paused ones end. Only if the incarnation is still this one; returns the new one.
   */
  loseNode(nodeId: string, incarnation: number, nowMs: number): Promise<number | undefined>
  /** Paused sandboxes of the node that are stored are on no node from then on. Returns their number. */
  detachStored(nodeId: string): Promise<number>
}
