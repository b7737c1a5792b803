/**
 * The state machine of a build in control.
 *
 *   waiting ──start──► building ──finish──► ready
 *      │                  │
 *      └──supersede,      └──fail, cancel, lose──► error
 *         expire, cancel, refuse──► error
 *
 * `ready` and `error` are final: late events are ignored.
 */
import { ServiceError } from '../errors.ts'

export const buildStates = ['waiting', 'building', 'ready', 'error'] as const
export type BuildState = (typeof buildStates)[number]

export type BuildEvent =
  /** A request provided the build's steps. */
  | 'start'
  /** The steps cannot start, because the base template is missing. */
  | 'refuse'
  /** A newer build of the same tags was requested before this one was started. */
  | 'supersede'
  /** The build was not started in time. */
  | 'expire'
  | 'cancel'
  | 'finish'
  | 'fail'
  /** The node no longer knows the build. */
  | 'lose'

export type BuildOutcome =
  | { readonly kind: 'become'; readonly state: BuildState }
  | { readonly kind: 'ignore' }
  /** The request is rejected, because the build is in another state. */
  | { readonly kind: 'reject' }

const become = (state: BuildState): BuildOutcome => ({ kind: 'become', state })
const ignore: BuildOutcome = { kind: 'ignore' }
const reject: BuildOutcome = { kind: 'reject' }

const table: Readonly<Record<BuildState, Readonly<Record<BuildEvent, BuildOutcome>>>> = {
  waiting: {
    start: become('building'),
    refuse: become('error'),
    supersede: become('error'),
    expire: become('error'),
    cancel: become('error'),
    // The node cannot know a build that was not started.
    finish: ignore,
    fail: ignore,
    lose: ignore,
  },
  building: {
    start: reject,
    refuse: become('error'),
    supersede: ignore,
    expire: ignore,
    cancel: become('error'),
    finish: become('ready'),
    fail: become('error'),
    lose: become('error'),
  },
  ready: {
    start: reject,
    refuse: ignore,
    supersede: ignore,
    expire: ignore,
    cancel: ignore,
    finish: ignore,
    fail: ignore,
    lose: ignore,
  },
  error: {
    start: reject,
    refuse: ignore,
    supersede: ignore,
    expire: ignore,
    cancel: ignore,
    finish: ignore,
    fail: ignore,
    lose: ignore,
  },
}

export function decideBuild(state: BuildState, event: BuildEvent): BuildOutcome {
  return table[state][event]
}

/** The error for a second start, whatever the outcome of the first. */
export function notWaiting(): ServiceError {
  return new ServiceError('precondition_failed', 'build is not in waiting state')
}

/** Reasons for ends that are not reported by the node. */
export const buildReasons = {
  superseded: 'the build was superseded by a newer one',
  expired: 'the build was not started in time',
  cancelled: 'build was cancelled',
  timedOut: 'build timed out',
  lost: 'the node was restarted during the build; start it again: finished steps are kept',
  unsent: 'the build could not be sent to a node; start it again',
  nodeLost: 'the node was lost during the build, and no other node could finish it; start it again',
  diskFull: 'the disk of the node is full',
  internal: 'an internal error occurred; the log of the service has the cause',
} as const
