/** To which node a volume may be attached, from what is recorded of it. */
import { localNodeId } from '../placement/node-id.ts'

export interface VolumePlace {
  /**
   * In a shared directory: the node that it is attached to, null for none. Otherwise the node that has its files; null: the node
   * of a single machine, which is the first one of a cluster.
   */
  readonly nodeId: string | null
  /** The shared directory that it lies in; null: it is on its node alone. */
  readonly directoryId: string | null
  /** Raised with every node that gets it. */
  readonly attachEpoch: number
  /** Nodes that may have it attached still, which have to release it first. Null: nothing is left to be done. */
  readonly formerNodeIds: readonly string[] | null
}

export interface VolumeTarget {
  readonly nodeId: string
  /** The directory that the node shares. */
  readonly directoryId: string | undefined
}

export type PlaceDecision =
  | { readonly kind: 'stay' }
  /** Only if nothing runs with it where it is. */
  | { readonly kind: 'move'; readonly place: VolumePlace }
  /** The node cannot reach its files. */
  | { readonly kind: 'unreachable' }

export function decidePlace(volume: VolumePlace, target: VolumeTarget): PlaceDecision {
  if (volume.directoryId === null) return decideOwn(volume, target)
  if (volume.directoryId !== target.directoryId) return { kind: 'unreachable' }
  if (volume.nodeId === target.nodeId) return { kind: 'stay' }
  const former = new Set([
    ...(volume.formerNodeIds ?? []),
    ...(volume.nodeId === null ? [] : [volume.nodeId]),
  ])
  former.delete(target.nodeId)
  return { kind: 'move', place: attachedTo(volume, target.nodeId, [...former]) }
}

/** The files of one whose node has begun to share its directory are in there: it lies in it from then on. */
function decideOwn(volume: VolumePlace, { nodeId, directoryId }: VolumeTarget): PlaceDecision {
  if (homeOf(volume) !== nodeId) return { kind: 'unreachable' }
  if (directoryId === undefined) return { kind: 'stay' }
  return { kind: 'move', place: attachedTo({ ...volume, directoryId }, nodeId, []) }
}

function attachedTo(volume: VolumePlace, nodeId: string, formerNodeIds: readonly string[]): VolumePlace {
  const { directoryId, attachEpoch } = volume
  return { nodeId, directoryId, attachEpoch: attachEpoch + 1, formerNodeIds }
}

/** Of a volume that is on its node alone. */
export function homeOf({ nodeId }: Pick<VolumePlace, 'nodeId'>): string {
  return nodeId ?? localNodeId
}

/** Undefined when nothing of the node is recorded of the volume. What ran on the node has ended, and it has released everything. */
export function withoutNode(volume: VolumePlace, nodeId: string): VolumePlace | undefined {
  const isFormer = volume.formerNodeIds?.includes(nodeId) === true
  if (volume.directoryId === null || (volume.nodeId !== nodeId && !isFormer)) return undefined
  return {
    ...volume,
    nodeId: volume.nodeId === nodeId ? null : volume.nodeId,
    formerNodeIds: volume.formerNodeIds?.filter((one) => one !== nodeId) ?? null,
  }
}
