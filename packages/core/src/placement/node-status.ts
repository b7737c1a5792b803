/** The statuses of a node, and the behaviour of each. Running sandboxes keep running in every status. */
import { ServiceError } from '../errors.ts'

/** Statuses that can be set by request. */
export const settableStatuses = ['ready', 'draining', 'standby', 'unhealthy'] as const
export type SettableStatus = (typeof settableStatuses)[number]

/** A node that does not respond is `connecting` for a moment, then `unhealthy`. */
export type NodeStatus = SettableStatus | 'connecting'

interface StatusPolicy {
  /** The node starts new sandboxes. */
  readonly isOpen: boolean
  /** The node keeps a pool of prepared sandboxes. */
  readonly keepsPool: boolean
}

const policies: Readonly<Record<SettableStatus, StatusPolicy>> = {
  ready: { isOpen: true, keepsPool: true },
  draining: { isOpen: false, keepsPool: false },
  standby: { isOpen: false, keepsPool: true },
  unhealthy: { isOpen: false, keepsPool: false },
}

export function policyOf(status: SettableStatus): StatusPolicy {
  return policies[status]
}

/** Throws no_capacity when a node of this status starts no sandboxes. */
export function checkOpen(status: SettableStatus): void {
  if (policies[status].isOpen) return
  throw new ServiceError('no_capacity', `no room on the node: it is ${status} and starts no sandboxes`)
}

export function isSettable(value: unknown): value is SettableStatus {
  return settableStatuses.some((known) => known === value)
}

/** Throws conflict for a status that cannot be set. */
export function parseSettable(status: NodeStatus): SettableStatus {
  if (isSettable(status)) return status
  throw new ServiceError(
    'conflict',
    `a node is ${status} by itself: set one of ${settableStatuses.join(', ')}`,
  )
}

/** How long in milliseconds an unresponsive node is shown as `connecting`. */
const connectingMs = 15_000

/** The status that is shown: the one that was set, unless the node has not responded since some instant. */
export function shownStatus(
  told: { readonly status: SettableStatus; readonly changedAtMs: number },
  silentSinceMs: number | undefined,
  nowMs: number,
): { readonly status: NodeStatus; readonly changedAtMs: number } {
  if (silentSinceMs === undefined) return told
  const lostAtMs = silentSinceMs + connectingMs
  if (nowMs < lostAtMs) return { status: 'connecting', changedAtMs: silentSinceMs }
  return { status: 'unhealthy', changedAtMs: lostAtMs }
}
