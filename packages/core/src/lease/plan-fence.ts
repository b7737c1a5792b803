/** Decides what becomes of the sandboxes of a node that cannot renew its lease. */
import { atExpiry, type Lifecycle } from '../sandbox/lifecycle.ts'
import { type LeaseBounds, type LeaseTimes, leaseStanding } from './standing.ts'

export interface FencedSandbox {
  readonly sandboxId: string
  readonly lifecycle: Lifecycle
}

export type FenceStep =
  | { readonly kind: 'pause'; readonly sandboxId: string; readonly filesOnly: boolean }
  /** In its turn, after what is being done to it. */
  | { readonly kind: 'end'; readonly sandboxId: string }
  /** At once: what is being done to it fails. */
  | { readonly kind: 'kill'; readonly sandboxId: string }

export interface FenceFacts extends LeaseTimes {
  /** Those with a container. */
  readonly sandboxes: readonly FencedSandbox[]
}

/** The steps for all of them; those that were taken before are named again as long as the sandbox is there. */
export function planFence({ sandboxes, ...times }: FenceFacts, bounds: LeaseBounds): FenceStep[] {
  if (leaseStanding(times, bounds) !== 'fenced') return []
  const isOver = times.nowMs - times.fenceFromMs >= bounds.endMs
  return sandboxes.map(({ sandboxId, lifecycle }) => {
    if (isOver) return { kind: 'kill', sandboxId }
    const outcome = atExpiry(lifecycle)
    if (outcome.kind === 'end') return { kind: 'end', sandboxId }
    return { kind: 'pause', sandboxId, filesOnly: outcome.filesOnly }
  })
}
