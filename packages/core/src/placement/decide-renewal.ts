/**
 * Decides what the renewal of a node's lease means, given its record. Whatever ran under an older incarnation is given up: the
 * node ends it and says so by renewing with the new one.
 */
export interface RecordedLease {
  readonly incarnation: number
  /** Empty before the first renewal. */
  readonly bootId: string
  /** 0: never. */
  readonly renewedAtMs: number
  /** Null unless what ran is given up and the node has not confirmed it. */
  readonly lostAtMs: number | null
}

export interface RequestedLease {
  /** 0: the node knows none, as after the loss of its data directory. */
  readonly incarnation: number
  readonly bootId: string
}

export type RenewalDecision =
  /** The lease is renewed. */
  | { readonly kind: 'renew' }
  /** The node has confirmed that nothing of an older incarnation runs. */
  | { readonly kind: 'confirm' }
  /** What ran on it cannot run any more: give it up now. */
  | { readonly kind: 'lose' }
  /** It has been given up already: the node is told so again. */
  | { readonly kind: 'tell' }

export function decideRenewal(recorded: RecordedLease, requested: RequestedLease): RenewalDecision {
  if (recorded.lostAtMs !== null)
    return requested.incarnation === recorded.incarnation ? { kind: 'confirm' } : { kind: 'tell' }
  if (recorded.renewedAtMs === 0) return { kind: 'renew' }
  if (requested.bootId !== recorded.bootId) return { kind: 'lose' }
  if (requested.incarnation === recorded.incarnation) return { kind: 'renew' }
  // An older one: a second process with the node's certificate, or a restored disk, which knows nothing of what runs. Of a
  // later one the records were restored.
  return { kind: 'lose' }
}

/** Durations in milliseconds, counted from a node's last renewal. */
export const nodeLeaseMs = 15_000
/** From then on control says that what ran has ended, unless a setting shortens it. */
export const nodeLossMs = 300_000

/** By then the node pauses or ends everything: it needs the rest for what takes long, and control for being late. */
export function nodeFenceMs(lossMs: number): number {
  return Math.floor(lossMs * 0.9)
}

/** By then the node has killed what it could not pause: control needs the rest for being late. */
export function nodeEndMs(lossMs: number): number {
  return Math.floor((lossMs * 29) / 30)
}

/** Nothing is placed on a node whose clock differs by more. */
export const clockSkewMsMax = 2_000

export type LeaseStatus = 'alive' | 'unreachable' | 'lost'

/**
 * The age counts from the moment when control could record renewals again, if that is later: while the database was away no
 * node could renew.
 */
export function leaseStatus(
  { renewedAtMs, lostAtMs }: Pick<RecordedLease, 'renewedAtMs' | 'lostAtMs'>,
  nowMs: number,
): LeaseStatus {
  if (lostAtMs !== null) return 'lost'
  return nowMs - renewedAtMs < nodeLeaseMs ? 'alive' : 'unreachable'
}

export function isLossDue(
  { renewedAtMs, lostAtMs }: Pick<RecordedLease, 'renewedAtMs' | 'lostAtMs'>,
  {
    nowMs,
    recordingSinceMs,
    lossMs,
  }: { readonly nowMs: number; readonly recordingSinceMs: number; readonly lossMs: number },
): boolean {
  if (lostAtMs !== null || renewedAtMs === 0) return false
  return nowMs - Math.max(renewedAtMs, recordingSinceMs) >= lossMs
}
