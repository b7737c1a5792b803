/**
 * Decides how to reconcile one sandbox, given control's record and the node's report. Repeated decisions converge, and
 * every step is idempotent. It does not apply while an operation of this process is in progress, because that operation
 * has its own response from the node.
 */
import type { NodePhase } from '../sandbox/node-phase.ts'
import type { EndReason, reports, State } from '../sandbox/state.ts'

/**
 * Stands in for the node's generation when the node's settings may differ from the record, because a request failed or
 * was not sent. Every report is newer than such a record.
 */
export const unsettledGeneration = 0

export interface Recorded {
  readonly state: State
  /** Where control has placed the sandbox; null when only the object store need have it. */
  readonly nodeId: string | null
  /** Raised by each placement. */
  readonly epoch: number
  /** When the record was last written. */
  readonly changedAtMs: number
  /** The node's generation in the last recorded report. */
  readonly generation: number
  /** When it began to run, the last time that is recorded. Absent: not known. */
  readonly runsSinceMs?: number
}

export interface Reported {
  readonly phase: NodePhase
  readonly endReason: EndReason
  readonly generation: number
  /** Highest epoch of a command that the node accepted; 0 when it was given none. */
  readonly epoch: number
  /** When it began to run, the last time that it did. Absent: not known. */
  readonly startedAtMs?: number
}

export interface ReconcileContext {
  /** The node that reports. */
  readonly nodeId: string
  readonly nowMs: number
  /** The node was asked no earlier than this: its report may lack changes recorded since. 0 when it is unknown. */
  readonly askedAtMs: number
  /** Since when record and report have mismatched, for mismatches that get a grace period. */
  readonly mismatchSinceMs?: number | undefined
}

export type Step =
  | { readonly kind: 'nothing' }
  /** Record the node's timestamps and generation. */
  | { readonly kind: 'takeOver' }
  /** The same, after sending the recorded policy to the node again. */
  | { readonly kind: 'tellAgain' }
  /** The node's state changed by itself, or for a control process that died: apply the event to the state table. */
  | { readonly kind: 'follow'; readonly event: (typeof reports)[number] }
  | { readonly kind: 'recordEnd'; readonly reason: EndReason }
  /** Both sides know the end, so the node may forget it. */
  | { readonly kind: 'acknowledge' }
  /** The sandbox of a create whose id no client has seen exists nowhere. */
  | { readonly kind: 'dropRecord' }
  /** The mismatch may be temporary, so it gets a grace period. */
  | { readonly kind: 'remember' }
  | { readonly kind: 'kill'; readonly reason: EndReason }
  /** The node may drop its copy up to this epoch: the record says that the sandbox is elsewhere, or has ended. */
  | { readonly kind: 'release'; readonly epoch: number }

const nothing: Step = { kind: 'nothing' }
const kill = (reason: EndReason): Step => ({ kind: 'kill', reason })
const recordEnd = (reason: EndReason): Step => ({ kind: 'recordEnd', reason })
const follow = (event: (typeof reports)[number]): Step => ({ kind: 'follow', event })

/** Grace period in milliseconds for a running sandbox without a record. */
export const untrackedGraceMs = 30_000
/**
 * The grace period where files would be lost: a paused sandbox without a record, or a record whose paused sandbox is
 * missing.
 */
export const durableGraceMs = 3_600_000

export function decideStep(
  recorded: Recorded | undefined,
  reported: Reported | undefined,
  context: ReconcileContext,
): Step {
  if (recorded === undefined) return aboutUntracked(reported, context)
  if (reported === undefined)
    return recorded.nodeId === context.nodeId ? aboutMissing(recorded, context) : nothing
  if (recorded.state === 'ended') return aboutEndedRecord(recorded, reported, context)
  if (!isHere(recorded, reported, context)) return aboutElsewhere(recorded, reported)
  if (reported.phase === 'ended') return aboutEnded(recorded, reported)
  if (!isNews(recorded, reported, context)) return nothing
  // What is stored of it is from before that, and would be resumed in place of the pause that the node has.
  if (hasRunSince(recorded, reported)) return follow('resumed')
  const step = living[recorded.state][reported.phase]
  return step.kind === 'takeOver' && recorded.generation === unsettledGeneration
    ? { kind: 'tellAgain' }
    : step
}

/**
 * Whether the report is about the sandbox as it is recorded. A paused sandbox that is on no node is where its present
 * pause was made; a resume there is one that the node did by itself.
 */
function isHere(recorded: Recorded, reported: Reported, { nodeId }: ReconcileContext): boolean {
  if (recorded.nodeId !== nodeId)
    return recorded.nodeId === null && isLiving(reported) && isSameEpoch(recorded, reported)
  // The end of what was there before the present placement.
  return reported.phase !== 'ended' || isSameEpoch(recorded, reported)
}

function isLiving({ phase }: Reported): boolean {
  return phase !== 'ended'
}

/** An epoch that was not given is that of a single machine, where nothing moves. */
function isSameEpoch({ epoch }: Recorded, reported: Reported): boolean {
  return reported.epoch === 0 || reported.epoch === epoch
}

/** It changes no record: the node that the sandbox is on tells of it. */
function aboutElsewhere({ nodeId, epoch }: Recorded, reported: Reported): Step {
  if (reported.phase === 'ended') return { kind: 'acknowledge' }
  // While it is on no node, an older copy may be the one that it is resumed from.
  const isSuperseded = nodeId !== null && reported.epoch > 0 && reported.epoch < epoch
  return isSuperseded ? { kind: 'release', epoch: reported.epoch } : nothing
}

/** Ends are final: a node that was away when control gave the sandbox up drops it when it is back. */
function aboutEndedRecord(recorded: Recorded, reported: Reported, context: ReconcileContext): Step {
  const isKnown = reported.epoch > 0 && reported.epoch <= recorded.epoch
  if (!isKnown || reported.phase === 'ended') return aboutUntracked(reported, context)
  return { kind: 'release', epoch: reported.epoch }
}

function isNews(
  { state, changedAtMs, generation }: Recorded,
  reported: Reported,
  context: ReconcileContext,
): boolean {
  // A kill is never withdrawn.
  if (state === 'killing') return true
  // Reports during a create are not news: the create records its own result.
  if (state !== 'creating' && reported.generation > generation) return true
  // The report repeats, because the record was left in the middle of an operation.
  return reported.phase !== phaseOf[state] && changedAtMs < context.askedAtMs
}

/** The node has resumed it, for traffic, and paused it again. */
function hasRunSince({ state, runsSinceMs }: Recorded, { phase, startedAtMs }: Reported): boolean {
  const isPaused = state === 'paused' && phase === 'paused'
  return isPaused && runsSinceMs !== undefined && startedAtMs !== undefined && startedAtMs > runsSinceMs
}

/** States without an operation in progress. */
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
    // A node reports an end until it is acknowledged, so a node that does not know the sandbox has been replaced.
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

/** The client that requested it got no response, because the process that served it is gone. */
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
