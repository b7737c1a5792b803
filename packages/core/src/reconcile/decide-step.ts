/**
 * What to do about one sandbox when control's record and the node's report of it are laid side by side. Asked again and
 * again, it leads both to the same story; a step that is done twice does no harm. It is not asked about a sandbox that a
 * verb of this process is at: that verb has its own answer from the node.
 */
import type { NodePhase } from '../sandbox/node-phase.ts'
import type { EndReason, reports, State } from '../sandbox/state.ts'

/**
 * In the place of the node's count: the node may have been told otherwise than the record says, or may not have been told.
 * Every report is news to such a record.
 */
export const unsettledGeneration = 0

export interface Recorded {
  readonly state: State
  /** When the record was last written. */
  readonly changedAtMs: number
  /** The node's count at the last report that was recorded. */
  readonly generation: number
}

export interface Reported {
  readonly phase: NodePhase
  readonly endReason: EndReason
  readonly generation: number
}

export interface ReconcileContext {
  readonly nowMs: number
  /** The node was asked no earlier than this: what was recorded since may not be in its answer. 0 where that is unknown. */
  readonly askedAtMs: number
  /** Since when record and report have been at odds in a way that is waited out. */
  readonly mismatchSinceMs?: number | undefined
}

export type Step =
  | { readonly kind: 'nothing' }
  /** Take over the node's instants and generation. */
  | { readonly kind: 'takeOver' }
  /** The same, after the node was told what the record says. */
  | { readonly kind: 'tellAgain' }
  /** The node went on by itself, or for a control that died: the state table says where this leads. */
  | { readonly kind: 'follow'; readonly event: (typeof reports)[number] }
  | { readonly kind: 'recordEnd'; readonly reason: EndReason }
  /** Both know of the end: the node may forget it. */
  | { readonly kind: 'acknowledge' }
  /** A create that nobody was told of and that is nowhere. */
  | { readonly kind: 'dropRecord' }
  /** They are at odds, perhaps only for a moment. */
  | { readonly kind: 'remember' }
  | { readonly kind: 'kill'; readonly reason: EndReason }

const nothing: Step = { kind: 'nothing' }
const kill = (reason: EndReason): Step => ({ kind: 'kill', reason })
const recordEnd = (reason: EndReason): Step => ({ kind: 'recordEnd', reason })
const follow = (event: (typeof reports)[number]): Step => ({ kind: 'follow', event })

/** How long a running sandbox without a record is left alone, in milliseconds. */
export const untrackedGraceMs = 30_000
/** The same where files would be lost: a paused sandbox without a record, or a record whose paused sandbox is missing. */
export const durableGraceMs = 3_600_000

export function decideStep(
  recorded: Recorded | undefined,
  reported: Reported | undefined,
  context: ReconcileContext,
): Step {
  if (recorded === undefined || recorded.state === 'ended') return aboutUntracked(reported, context)
  if (reported === undefined) return aboutMissing(recorded, context)
  if (reported.phase === 'ended') return aboutEnded(recorded, reported)
  if (!isNews(recorded, reported, context)) return nothing
  const step = living[recorded.state][reported.phase]
  return step.kind === 'takeOver' && recorded.generation === unsettledGeneration
    ? { kind: 'tellAgain' }
    : step
}

function isNews(
  { state, changedAtMs, generation }: Recorded,
  reported: Reported,
  context: ReconcileContext,
): boolean {
  // A kill that was asked for is never taken back.
  if (state === 'killing') return true
  // What it reports of a create that is just being recorded is no news.
  if (state !== 'creating' && reported.generation > generation) return true
  // The same report again, after the record was left in the middle of something.
  return reported.phase !== phaseOf[state] && changedAtMs < context.askedAtMs
}

/** Where nothing is under way. */
const phaseOf: Readonly<Partial<Record<State, NodePhase>>> = { running: 'running', paused: 'paused' }

function aboutUntracked(reported: Reported | undefined, context: ReconcileContext): Step {
  if (reported === undefined) return nothing
  if (reported.phase === 'ended') return { kind: 'acknowledge' }
  const isDurable = reported.phase === 'paused' || reported.phase === 'resuming'
  return afterGrace(context, isDurable ? durableGraceMs : untrackedGraceMs, kill('orphaned'))
}

function aboutMissing({ state, changedAtMs }: Recorded, context: ReconcileContext): Step {
  if (changedAtMs >= context.askedAtMs) return nothing
  const byState = {
    creating: { kind: 'dropRecord' },
    // A node tells of an end until it is acknowledged: one that knows nothing is not the one that was.
    running: recordEnd('node_gone'),
    pausing: recordEnd('node_gone'),
    paused: afterGrace(context, durableGraceMs, recordEnd('lost')),
    snapshotting: recordEnd('node_gone'),
    killing: recordEnd('killed'),
    ended: nothing,
  } as const satisfies Record<State, Step>
  return byState[state]
}

function afterGrace({ nowMs, mismatchSinceMs }: ReconcileContext, graceMs: number, step: Step): Step {
  return mismatchSinceMs !== undefined && nowMs - mismatchSinceMs >= graceMs ? step : { kind: 'remember' }
}

function aboutEnded({ state }: Recorded, { endReason }: Reported): Step {
  const byState = {
    creating: { kind: 'dropRecord' },
    running: recordEnd(endReason),
    pausing: recordEnd(endReason),
    paused: recordEnd(endReason),
    snapshotting: recordEnd(endReason),
    killing: recordEnd('killed'),
    ended: { kind: 'acknowledge' },
  } as const satisfies Record<State, Step>
  return byState[state]
}

type LivingPhase = Exclude<NodePhase, 'ended'>

/** Whoever asked for it got no answer: the process that would have given it is gone. */
const orphaned = allPhases(kill('orphaned'))

const living: Readonly<Record<State, Readonly<Record<LivingPhase, Step>>>> = {
  creating: orphaned,
  running: {
    running: { kind: 'takeOver' },
    pausing: follow('expiredIntoPause'),
    paused: follow('paused'),
    resuming: follow('paused'),
    capturing: nothing,
  },
  pausing: {
    running: follow('pauseFailed'),
    pausing: nothing,
    paused: follow('paused'),
    resuming: follow('paused'),
    capturing: follow('pauseFailed'),
  },
  paused: {
    running: follow('resumed'),
    pausing: nothing,
    paused: nothing,
    resuming: nothing,
    capturing: follow('resumed'),
  },
  snapshotting: {
    running: follow('captured'),
    pausing: follow('expiredIntoPause'),
    paused: follow('paused'),
    resuming: follow('paused'),
    capturing: nothing,
  },
  killing: allPhases(kill('killed')),
  ended: allPhases(nothing),
}

function allPhases(step: Step): Readonly<Record<LivingPhase, Step>> {
  return { running: step, pausing: step, paused: step, resuming: step, capturing: step }
}
