/**
 * What a machine is: all there is, a member of a cluster with a control process and a node, or a node whose control processes are
 * elsewhere.
 */
export type Role = 'single' | 'member' | 'node'

export interface RoleFacts {
  /** Nodes of other machines are to reach control here. */
  readonly servesNodes: boolean
  /** The machine has joined a cluster. */
  readonly isJoined: boolean
}

export function roleOf({ servesNodes, isJoined }: RoleFacts): Role {
  if (servesNodes) return 'member'
  return isJoined ? 'node' : 'single'
}
