/** What an event makes of a sandbox's state, and what is kept of that until everybody who follows sandboxes was told. */
import { type EndReason, type Event, type State, transitions } from './state.ts'

export interface Transition {
  readonly from: State
  readonly event: Event
  readonly to: State
}

/** Undefined where the event leads to no other state. */
export function transitionOf(from: State, event: Event): Transition | undefined {
  const outcome = transitions[from][event]
  return outcome.kind === 'go' ? { from, event, to: outcome.to } : undefined
}

/** The event that reports an end of this reason. */
export function endEventOf(reason: EndReason): Event {
  return reason === 'killed' || reason === 'expired' ? reason : 'vanished'
}

/** A transition that was committed. */
export interface SandboxEvent extends Transition {
  readonly atMs: number
  readonly sandboxId: string
  readonly teamId: string
  /** Of the record, as the transition left it. */
  readonly generation: number
  /** Of an end. */
  readonly reason: EndReason | null
  /** The key that requested it; null where no key did. */
  readonly keyId: string | null
}

/**
 * What the audit log calls a transition; undefined where it does not show it. It shows what can come without a request:
 * that a sandbox was created, captured or is about to end is told by the request itself.
 */
export function auditKindOf({ from, to }: Pick<Transition, 'from' | 'to'>): string | undefined {
  if (to === 'ended') return 'sandboxEnded'
  if (to === 'paused') return 'sandboxPaused'
  return from === 'paused' && to === 'running' ? 'sandboxResumed' : undefined
}
