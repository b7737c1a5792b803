/** Values of `volumes.is_deleted`. */
export const volumeStates = {
  usable: 0,
  /** It is not found any more, and its files may still be on the node. */
  deleted: 1,
  /** The node has not confirmed its files: it is not found yet, and it has a name and counts. */
  beingMade: 2,
} as const
