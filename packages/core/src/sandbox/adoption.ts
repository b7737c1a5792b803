/** Decides, when control hands a node a paused sandbox, what becomes of the copy that the node has of it. */

export interface NodeCopy {
  readonly epoch: number
  /** Absent: it runs. */
  readonly snapshotId?: string
}

export interface StoredPause {
  /** That the sandbox had when it was paused; 0: not known. */
  readonly epoch: number
  readonly snapshotId: string
}

/**
 * `replace`: the sandbox has run elsewhere since the copy was made. A copy of the same or a later placement goes on from that
 * pause, or is newer than it.
 */
export function decideAdoption(copy: NodeCopy | undefined, pause: StoredPause): 'adopt' | 'keep' | 'replace' {
  if (copy === undefined) return 'adopt'
  if (copy.snapshotId === pause.snapshotId) return 'keep'
  return copy.epoch < pause.epoch ? 'replace' : 'keep'
}
