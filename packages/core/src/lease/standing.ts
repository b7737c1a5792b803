/**
 * The lease of a node of a cluster, as the node itself sees it. Everything is counted from the moment when it sent the last
 * renewal that was granted, by a clock that runs while the machine is suspended: control cannot have received it earlier, so
 * whatever the node does by this clock is done before control may give the node up.
 */
import { ServiceError } from '../errors.ts'

/** Milliseconds since the last granted renewal was sent. Control gives the node up after 300,000. */
export interface LeaseBounds {
  /** From then on nothing starts. */
  readonly leaseMs: number
  /** From then on what runs is paused or ended. */
  readonly fenceMs: number
  /** From then on what still runs is ended, also in the middle of a pause. */
  readonly endMs: number
}

export const defaultLeaseBounds: LeaseBounds = { leaseMs: 15_000, fenceMs: 270_000, endMs: 290_000 }

/** Where control does not state the end: an older one keeps a tenth of the loss for what comes after the fence. */
const endPerFence = defaultLeaseBounds.endMs / defaultLeaseBounds.fenceMs

export interface StatedBounds extends Pick<LeaseBounds, 'leaseMs' | 'fenceMs'> {
  /** Absent: control is of a version that does not state it. */
  readonly endMs?: number
}

/** Those that control states. Never longer than the default ones: control counts by its own. */
export function agreedBounds({ leaseMs, fenceMs, endMs }: StatedBounds): LeaseBounds {
  if (leaseMs <= 0 || fenceMs <= leaseMs) return defaultLeaseBounds
  const fence = Math.min(fenceMs, defaultLeaseBounds.fenceMs)
  return {
    leaseMs: Math.min(leaseMs, defaultLeaseBounds.leaseMs),
    fenceMs: fence,
    endMs: Math.min(endMs ?? Math.floor(fence * endPerFence), defaultLeaseBounds.endMs),
  }
}

/** `held`: all goes on. `lapsed`: nothing starts. `fenced`: nothing may go on running. */
export type LeaseStanding = 'held' | 'lapsed' | 'fenced'

/** All by one clock. */
export interface LeaseTimes {
  readonly nowMs: number
  /** When the last renewal that was granted was sent. */
  readonly lastSentAtMs: number
  /** What the fence is counted from: the same, or later while control says that it cannot count at present. */
  readonly fenceFromMs: number
}

export function leaseStanding(
  { nowMs, lastSentAtMs, fenceFromMs }: LeaseTimes,
  bounds: LeaseBounds,
): LeaseStanding {
  if (nowMs - lastSentAtMs < bounds.leaseMs) return 'held'
  return nowMs - fenceFromMs < bounds.fenceMs ? 'lapsed' : 'fenced'
}

/** `silentMs` undefined: it holds none since it started, or since control gave it up. */
export function leaseRefusal(silentMs: number | undefined): ServiceError {
  const since = silentMs === undefined ? 'yet' : `for ${Math.floor(silentMs / 1000)} seconds`
  return new ServiceError(
    'no_capacity',
    `no room on the node: it has not renewed its lease with the cluster ${since} and starts no sandboxes`,
  )
}
