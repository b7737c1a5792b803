/**
 * The life of a build, as control keeps it.
 *
 *   waiting ──start──► building ──finish──► ready
 *      │                  │
 *      └──supersede,      └──fail, cancel, lose──► error
 *         expire, cancel, refuse──► error
 *
 * Nothing leaves `ready` and `error`: what comes late is ignored.
 */
import { ServiceError } from '../errors.ts'

export const buildStates = ['waiting', 'building', 'ready', 'error'] as const
export type BuildState = (typeof buildStates)[number]

export type BuildEvent =
  /** Somebody gave it its steps. */
  | 'start'
  /** Its steps cannot be begun with: what it stands on is not there. */
  | 'refuse'
  /** A newer build of the same tags came before it was started. */
  | 'supersede'
  /** It was not started in time. */
  | 'expire'
  | 'cancel'
  | 'finish'
  | 'fail'
  /** The node knows nothing of it any more. */
  | 'lose'

export type BuildOutcome =
  | { readonly kind: 'become'; readonly state: BuildState }
  | { readonly kind: 'ignore' }
  /** The caller is told that the build is not in a state for this. */
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

/** For a second start, whatever became of the first. */
export function notWaiting(): ServiceError {
  return new ServiceError('precondition_failed', 'build is not in waiting state')
}

/** Why a build ended, where nobody else says it. */
export const buildReasons = {
  superseded: 'the build was superseded by a newer one',
  expired: 'the build was not started in time',
  cancelled: 'build was cancelled',
  timedOut: 'build timed out',
  lost: 'the node was restarted during the build; start it again: finished steps are kept',
  diskFull: 'the disk of the node is full',
  internal: 'an internal error occurred; the log of the service has the cause',
} as const
