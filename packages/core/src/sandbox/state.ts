/**
 * The life of a sandbox as control keeps it: every state, every event, and what each event means in each state.
 *
 *                    ┌───────────── snapshotting ◄─┐ fork, snapshot
 *                    ▼ captured                    │
 *   creating ──► running ──────────────────────────┘
 *      │             │ ▲  pause ► pausing ──► paused
 *      │             │ └───────── resumed ──────┘ │
 *      │             ├── kill ──► killing ◄───────┘
 *      ▼             ▼               │
 *    ended ◄─────────┴───────────────┘      (expired, vanished: from wherever it was)
 *
 * Requests come from callers, reports from the node and from our own verbs. Traffic is no request of these: it reaches the
 * node without control, which hears of what came of it as a report (`resumed`).
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
  /** The sandbox is in another state from now on. */
  | { readonly kind: 'go'; readonly to: State }
  /** The request is served and the state stays. */
  | { readonly kind: 'serve' }
  /** It is to be restored; `resumed` follows. */
  | { readonly kind: 'resume' }
  /** The same is under way: its end is the answer. */
  | { readonly kind: 'join' }
  /** To be asked again when what is under way has ended. */
  | { readonly kind: 'wait' }
  /** The report is old news. */
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

/** As seen by callers it does not exist: before its id was told to anybody, and after its end. */
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

/** Reports that tell nothing in most states. */
const oldNews = {
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

/** The node's word on an end is final wherever the sandbox was. */
const ends = { expired: go('ended'), vanished: go('ended'), killed: go('ended') } as const

export const transitions: Readonly<Record<State, Readonly<Record<Event, Outcome>>>> = {
  creating: { ...unseen, ...oldNews, ...ends, created: go('running') },
  running: {
    ...oldNews,
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
    // The node was through with it before it was heard of.
    paused: go('paused'),
  },
  pausing: {
    ...oldNews,
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
    killRequested: wait,
    paused: go('paused'),
    pauseFailed: go('running'),
  },
  paused: {
    ...oldNews,
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
    ...oldNews,
    ...ends,
    showRequested: serve,
    // Its end is no part of what is captured.
    connectRequested: serve,
    timeoutRequested: serve,
    refreshRequested: serve,
    networkRequested: isBusy,
    pauseRequested: wait,
    resumeRequested: isBusy,
    forkRequested: isBusy,
    snapshotRequested: isBusy,
    killRequested: wait,
    captured: go('running'),
    // Its time was up as soon as it was captured.
    expiredIntoPause: go('pausing'),
    paused: go('paused'),
  },
  // A kill that was asked for is never taken back: one that failed stays asked for, and can be asked for again.
  killing: {
    ...unseen,
    ...oldNews,
    ...ends,
    connectRequested: isEnding,
    timeoutRequested: isEnding,
    refreshRequested: isEnding,
    networkRequested: isEnding,
    killRequested: go('killing'),
  },
  ended: { ...unseen, ...oldNews },
}

/** What callers see of a state; undefined where they see no sandbox. */
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

/** The states behind what a caller calls `running` or `paused`. */
export function statesShownAs(visible: readonly VisibleState[]): State[] {
  return states.filter((state) => visible.some((shown) => shown === visibleStates[state]))
}

/** Why a sandbox is no more; every end has one. */
export const endReasons = [
  'killed',
  'expired',
  'crashed',
  'out_of_memory',
  'node_gone',
  'lost',
  'orphaned',
] as const
export type EndReason = (typeof endReasons)[number]

/** Ends that nobody asked for. */
export const unwantedEnds: readonly EndReason[] = ['crashed', 'out_of_memory', 'node_gone', 'lost']

export function sandboxNotFound(sandboxId: string): ServiceError {
  return new ServiceError('sandbox_not_found', `sandbox '${sandboxId}' ${notFound.why}`)
}

/** The table's answer, with a refusal thrown in the sandbox's name. */
export function decide(state: State, event: Event, sandboxId: string): Exclude<Outcome, { kind: 'refuse' }> {
  const outcome = transitions[state][event]
  if (outcome.kind === 'refuse') throw new ServiceError(outcome.code, `sandbox '${sandboxId}' ${outcome.why}`)
  return outcome
}
