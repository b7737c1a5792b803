/**
 * What to do about one sandbox when control's record and the node's report of it are laid side by side. Asked again and
 * again, it leads both to the same story; a step that is done twice does no harm.
 */
import type { EndReason, State } from '../sandbox/state.ts'

export interface Recorded {
  readonly state: State
  /** When the record was last written. */
  readonly changedAtMs: number
  /** The node's count at the last report that was recorded. */
  readonly generation: number
}

export interface Reported {
  readonly phase: 'running' | 'ended'
  readonly endReason: EndReason
  readonly generation: number
}

export interface Look {
  readonly nowMs: number
  /** The node was asked no earlier than this: what was recorded since may not be in its answer. */
  readonly askedAtMs: number
  /** Since when a sandbox without a record is seen. */
  readonly strangerSinceMs?: number | undefined
}

export type Step =
  | { readonly kind: 'nothing' }
  /** Take over the node's instants and generation. */
  | { readonly kind: 'takeOver' }
  | { readonly kind: 'recordEnd'; readonly reason: EndReason }
  /** Both know of the end: the node may forget it. */
  | { readonly kind: 'acknowledge' }
  /** A create that nobody was told of and that is nowhere. */
  | { readonly kind: 'dropRecord' }
  /** It is not known how it came to be; it may be a create that is just being recorded. */
  | { readonly kind: 'remember' }
  | { readonly kind: 'kill'; readonly reason: EndReason }

const nothing: Step = { kind: 'nothing' }
const kill = (reason: EndReason): Step => ({ kind: 'kill', reason })

/** How long a sandbox without a record is left alone, in milliseconds. */
export const strangerGraceMs = 30_000

export function decideStep(recorded: Recorded | undefined, reported: Reported | undefined, look: Look): Step {
  if (recorded === undefined || recorded.state === 'ended') return aboutStranger(reported, look)
  if (reported === undefined) return aboutMissing(recorded, look)
  if (reported.phase === 'ended') return aboutEnded(recorded, reported)
  return aboutRunning(recorded, reported, look)
}

function aboutStranger(reported: Reported | undefined, { nowMs, strangerSinceMs }: Look): Step {
  if (reported === undefined) return nothing
  if (reported.phase === 'ended') return { kind: 'acknowledge' }
  if (strangerSinceMs === undefined) return { kind: 'remember' }
  return nowMs - strangerSinceMs < strangerGraceMs ? nothing : kill('orphaned')
}

function aboutMissing({ state, changedAtMs }: Recorded, { askedAtMs }: Look): Step {
  if (changedAtMs >= askedAtMs) return nothing
  const byState = {
    creating: { kind: 'dropRecord' },
    running: { kind: 'recordEnd', reason: 'lost' },
    pausing: { kind: 'recordEnd', reason: 'lost' },
    // It lives in its snapshot, not on the node.
    paused: nothing,
    snapshotting: { kind: 'recordEnd', reason: 'lost' },
    killing: { kind: 'recordEnd', reason: 'killed' },
    ended: nothing,
  } as const satisfies Record<State, Step>
  return byState[state]
}

function aboutEnded({ state }: Recorded, { endReason }: Reported): Step {
  const byState = {
    creating: { kind: 'dropRecord' },
    running: { kind: 'recordEnd', reason: endReason },
    pausing: { kind: 'recordEnd', reason: endReason },
    paused: { kind: 'acknowledge' },
    snapshotting: { kind: 'recordEnd', reason: endReason },
    killing: { kind: 'recordEnd', reason: 'killed' },
    ended: { kind: 'acknowledge' },
  } as const satisfies Record<State, Step>
  return byState[state]
}

function aboutRunning(
  { state, changedAtMs, generation }: Recorded,
  reported: Reported,
  { askedAtMs }: Look,
): Step {
  const isNews = reported.generation > generation
  const byState = {
    // Whoever asked for it got no answer: the process that would have given it is gone.
    creating: changedAtMs >= askedAtMs ? nothing : kill('orphaned'),
    running: isNews ? { kind: 'takeOver' } : nothing,
    pausing: nothing,
    paused: nothing,
    snapshotting: isNews ? { kind: 'takeOver' } : nothing,
    killing: kill('killed'),
    ended: nothing,
  } as const satisfies Record<State, Step>
  return byState[state]
}
