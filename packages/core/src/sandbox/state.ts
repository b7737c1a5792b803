/**
 * The state machine of a sandbox in control: every state, every event, and the outcome of each event in each state.
 *
 *                    ┌───────────── snapshotting ◄─┐ fork, snapshot
 *                    ▼ captured                    │
 *   creating ──► running ──────────────────────────┘
 *      │             │ ▲  pause ► pausing ──► paused
 *      │             │ └───────── resumed ──────┘ │
 *      │             ├── kill ──► killing ◄───────┘       (kill: from any state that clients see)
 *      ▼             ▼               │
 *    ended ◄─────────┴───────────────┘      (expired, vanished: from any state)
 *
 * Requests come from clients, reports from the node and from control's own operations. Traffic is not among the requests:
 * it reaches the node without control, which gets the outcome as a report (`resumed`).
 */
import { type ErrorCode, ServiceError } from '../errors.ts'

export const states = [
  'creating',
  'running',
  'pausing',
  'paused',
  'snapshotting',
  'killing',
  'ended',
] as const
export type State = (typeof states)[number]

export const requests = [
  'showRequested',
  'connectRequested',
  'timeoutRequested',
  'refreshRequested',
  'networkRequested',
  'pauseRequested',
  'resumeRequested',
  'forkRequested',
  'snapshotRequested',
  'killRequested',
] as const

export const reports = [
  'created',
  'paused',
  'pauseFailed',
  'resumed',
  'captured',
  'expired',
  'expiredIntoPause',
  'vanished',
  'killed',
] as const

export const events = [...requests, ...reports] as const
export type Event = (typeof events)[number]

export type Outcome =
  /** The sandbox moves to another state. */
  | { readonly kind: 'go'; readonly to: State }
  /** The request is served and the state stays the same. */
  | { readonly kind: 'serve' }
  /** The sandbox must be restored; `resumed` follows. */
  | { readonly kind: 'resume' }
  /** The same operation is in progress: its result is the response. */
  | { readonly kind: 'join' }
  /** Decide again when the operation in progress has ended. */
  | { readonly kind: 'wait' }
  /** The report is outdated. */
  | { readonly kind: 'ignore' }
  | { readonly kind: 'refuse'; readonly code: ErrorCode; readonly why: string }

const go = (to: State): Outcome => ({ kind: 'go', to })
const serve: Outcome = { kind: 'serve' }
const resume: Outcome = { kind: 'resume' }
const join: Outcome = { kind: 'join' }
const wait: Outcome = { kind: 'wait' }
const ignore: Outcome = { kind: 'ignore' }
const notFound = {
  kind: 'refuse',
  code: 'sandbox_not_found',
  why: "doesn't exist or you don't have access to it",
} as const satisfies Outcome
const conflict = (why: string): Outcome => ({ kind: 'refuse', code: 'conflict', why })
const isPausing = conflict('is being paused')
const isBusy = conflict('is being captured')
const isEnding = conflict('is being killed')

/** Clients do not see the sandbox: before its id is returned to one, and after its end. */
const unseen = {
  showRequested: notFound,
  connectRequested: notFound,
  timeoutRequested: notFound,
  refreshRequested: notFound,
  networkRequested: notFound,
  pauseRequested: notFound,
  resumeRequested: notFound,
  forkRequested: notFound,
  snapshotRequested: notFound,
  killRequested: notFound,
} as const satisfies Record<(typeof requests)[number], Outcome>

/** Reports that carry no information in most states. */
const staleEvents = {
  created: ignore,
  paused: ignore,
  pauseFailed: ignore,
  resumed: ignore,
  captured: ignore,
  expired: ignore,
  expiredIntoPause: ignore,
  vanished: ignore,
  killed: ignore,
} as const satisfies Record<(typeof reports)[number], Outcome>

/** The node's report of an end is final in every state. */
const ends = { expired: go('ended'), vanished: go('ended'), killed: go('ended') } as const

export const transitions: Readonly<Record<State, Readonly<Record<Event, Outcome>>>> = {
  creating: { ...unseen, ...staleEvents, ...ends, created: go('running') },
  running: {
    ...staleEvents,
    ...ends,
    showRequested: serve,
    connectRequested: serve,
    timeoutRequested: serve,
    refreshRequested: serve,
    networkRequested: serve,
    pauseRequested: go('pausing'),
    resumeRequested: conflict('is already running'),
    forkRequested: go('snapshotting'),
    snapshotRequested: go('snapshotting'),
    killRequested: go('killing'),
    expiredIntoPause: go('pausing'),
    // The node completed the pause before control got a report of its start.
    paused: go('paused'),
  },
  pausing: {
    ...staleEvents,
    ...ends,
    showRequested: serve,
    connectRequested: wait,
    timeoutRequested: isPausing,
    refreshRequested: isPausing,
    networkRequested: isPausing,
    pauseRequested: join,
    resumeRequested: wait,
    forkRequested: isPausing,
    snapshotRequested: isPausing,
    // A kill does not wait for what it makes useless; the node ends the pause.
    killRequested: go('killing'),
    paused: go('paused'),
    pauseFailed: go('running'),
  },
  paused: {
    ...staleEvents,
    ...ends,
    showRequested: serve,
    connectRequested: resume,
    timeoutRequested: notFound,
    refreshRequested: notFound,
    networkRequested: notFound,
    pauseRequested: conflict('is already paused'),
    resumeRequested: resume,
    forkRequested: conflict('is paused: resume it first'),
    snapshotRequested: notFound,
    killRequested: go('killing'),
    resumed: go('running'),
  },
  snapshotting: {
    ...staleEvents,
    ...ends,
    showRequested: serve,
    // The expiry is not part of the capture, so it may change.
    connectRequested: serve,
    timeoutRequested: serve,
    refreshRequested: serve,
    networkRequested: isBusy,
    pauseRequested: wait,
    resumeRequested: isBusy,
    forkRequested: isBusy,
    snapshotRequested: isBusy,
    killRequested: go('killing'),
    captured: go('running'),
    // The sandbox expired as soon as it was captured.
    expiredIntoPause: go('pausing'),
    paused: go('paused'),
  },
  // A kill is never withdrawn: a failed one stays requested, and can be requested again.
  killing: {
    ...unseen,
    ...staleEvents,
    ...ends,
    connectRequested: isEnding,
    timeoutRequested: isEnding,
    refreshRequested: isEnding,
    networkRequested: isEnding,
    killRequested: go('killing'),
  },
  ended: { ...unseen, ...staleEvents },
}

/** The state that clients see; undefined when they see no sandbox. */
export const visibleStates = {
  creating: undefined,
  running: 'running',
  pausing: 'paused',
  paused: 'paused',
  snapshotting: 'running',
  killing: undefined,
  ended: undefined,
} as const satisfies Readonly<Record<State, 'running' | 'paused' | undefined>>

export type VisibleState = NonNullable<(typeof visibleStates)[State]>

/** The states that are shown to clients as `running` or `paused`. */
export function statesShownAs(visible: readonly VisibleState[]): State[] {
  return states.filter((state) => visible.some((shown) => shown === visibleStates[state]))
}

/** Why a sandbox ended; every end has a reason. */
export const endReasons = [
  'killed',
  'expired',
  'crashed',
  'out_of_memory',
  'node_gone',
  'node_lost',
  'lost',
  'orphaned',
] as const
export type EndReason = (typeof endReasons)[number]

/** Ends that no request or setting caused. */
export const unwantedEnds: readonly EndReason[] = [
  'crashed',
  'out_of_memory',
  'node_gone',
  'node_lost',
  'lost',
]

export function sandboxNotFound(sandboxId: string): ServiceError {
  return new ServiceError('sandbox_not_found', `sandbox '${sandboxId}' ${notFound.why}`)
}

/** The outcome from the table; a rejection is thrown as an error with the sandbox's id. */
export function decide(state: State, event: Event, sandboxId: string): Exclude<Outcome, { kind: 'refuse' }> {
  const outcome = transitions[state][event]
  if (outcome.kind === 'refuse') throw new ServiceError(outcome.code, `sandbox '${sandboxId}' ${outcome.why}`)
  return outcome
}
