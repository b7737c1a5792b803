/**
 * How long a sandbox lives. Timeouts are whole seconds from the moment of the call; instants are milliseconds since
 * 1970. `timeout` sets the end exactly, `connect` and `refreshes` only ever extend it, and none goes past the longest life.
 */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { State } from './state.ts'

/** Throws request_invalid when a timeout asks for more than the longest life. */
export function checkTimeout(timeoutSeconds: number, maxHours: number): void {
  if (timeoutSeconds > maxHours * 3600) {
    throw new ServiceError(
      'request_invalid',
      `timeout cannot exceed ${maxHours} hours (${maxHours * 3600} seconds)`,
    )
  }
}

/** A sandbox that would be over before it began is refused. */
export function checkCreateTimeout(timeoutSeconds: number, maxHours: number): void {
  if (timeoutSeconds <= 0) throw new ServiceError('request_invalid', 'timeout must be greater than 0 seconds')
  checkTimeout(timeoutSeconds, maxHours)
}

/** Nobody resumes a sandbox to lose it at once: a timeout of 0 asks for none in particular, and gets the default. */
export function resumeTimeout(timeoutSeconds: number, defaultSeconds: number): number {
  return timeoutSeconds === 0 ? defaultSeconds : timeoutSeconds
}

export interface Life {
  /** Since it was made or last resumed. */
  readonly runsSinceMs: number
  readonly endAtMs: number
  readonly maxHours: number
}

/** The end that `timeout` sets: it may shorten the life. */
export function exactEnd(life: Life, nowMs: number, timeoutSeconds: number): number {
  return withinLongest(life, nowMs + timeoutSeconds * 1000)
}

/** The end that `connect` sets: never before the present one. */
export function extendedEnd(life: Life, nowMs: number, timeoutSeconds: number): number {
  return Math.max(life.endAtMs, exactEnd(life, nowMs, timeoutSeconds))
}

/** The end that `refreshes` sets: a duration below the least one is raised to it. */
export function refreshedEnd(life: Life, nowMs: number, durationSeconds: number | undefined): number {
  return extendedEnd(life, nowMs, Math.max(durationSeconds ?? 0, limits.refreshSecondsMin))
}

export interface ExpirableSandbox {
  readonly state: State
  readonly endAtMs: number
  readonly lifecycle: Pick<Lifecycle, 'onTimeout'>
}

/** Its time is up: callers no longer see it, even if the node's word of its end is still on the way. */
export function isOver({ state, endAtMs, lifecycle }: ExpirableSandbox, nowMs: number): boolean {
  return state === 'running' && lifecycle.onTimeout === 'kill' && endAtMs <= nowMs
}

function withinLongest(life: Life, endAtMs: number): number {
  return Math.min(endAtMs, life.runsSinceMs + life.maxHours * 3_600_000)
}
