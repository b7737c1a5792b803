/** What a node may be told to be, and what it then does. What runs on it goes on in every one. */
import { ServiceError } from '../errors.ts'

/** What somebody may set. */
export const settableStatuses = ['ready', 'draining', 'standby', 'unhealthy'] as const
export type SettableStatus = (typeof settableStatuses)[number]

/** A node that does not answer is `connecting` for a moment, then `unhealthy`. */
export type NodeStatus = SettableStatus | 'connecting'

interface StatusPolicy {
  /** Sandboxes are started on it. */
  readonly isOpen: boolean
  /** It keeps sandboxes ready for whoever comes next. */
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

/** Throws no_capacity when no sandbox is to be started on a node of this status. */
export function checkOpen(status: SettableStatus): void {
  if (policies[status].isOpen) return
  throw new ServiceError('no_capacity', `no room on the node: it is ${status} and starts no sandboxes`)
}

export function isSettable(value: unknown): value is SettableStatus {
  return settableStatuses.some((known) => known === value)
}

/** Throws conflict for one that only shows by itself. */
export function parseSettable(status: NodeStatus): SettableStatus {
  if (isSettable(status)) return status
  throw new ServiceError(
    'conflict',
    `a node is ${status} by itself: set one of ${settableStatuses.join(', ')}`,
  )
}

/** How long a node that falls silent is only thought to be on its way back, in milliseconds. */
const connectingMs = 15_000

/** As it is shown: what it was told to be, unless it has not answered since some instant. */
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
