/** The change of state that an event causes, and the event that is stored until it was relayed. */
import { type EndReason, type Event, type State, transitions } from './state.ts'

export interface Transition {
  readonly from: State
  readonly event: Event
  readonly to: State
}

/** Undefined when the event does not change the state. */
export function transitionOf(from: State, event: Event): Transition | undefined {
  const outcome = transitions[from][event]
  return outcome.kind === 'go' ? { from, event, to: outcome.to } : undefined
}

/** The event that reports an end for this reason. */
export function endEventOf(reason: EndReason): Event {
  return reason === 'killed' || reason === 'expired' ? reason : 'vanished'
}

/** A committed transition. */
export interface SandboxEvent extends Transition {
  readonly atMs: number
  readonly sandboxId: string
  readonly teamId: string
  /** Generation of the record after the transition. */
  readonly generation: number
  /** Reason of an end. */
  readonly reason: EndReason | null
  /** The API key that made the request; null without a key. */
  readonly keyId: string | null
}

/**
 * The kind of a transition in the audit log; undefined when it is not shown. Only transitions that can happen without a
 * request are shown: creates, captures and kills are recorded as requests.
 */
export function auditKindOf({ from, to }: Pick<Transition, 'from' | 'to'>): string | undefined {
  if (to === 'ended') return 'sandboxEnded'
  if (to === 'paused') return 'sandboxPaused'
  return from === 'paused' && to === 'running' ? 'sandboxResumed' : undefined
}
