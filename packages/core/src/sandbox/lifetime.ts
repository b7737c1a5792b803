/**
 * The lifetime of a sandbox. Timeouts are whole seconds from the time of the request; instants are milliseconds since
 * 1970. `timeout` sets the expiry exactly, `connect` and `refreshes` only ever extend it, and none exceeds the maximum
 * life.
 */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { State } from './state.ts'

/** Throws request_invalid when the timeout exceeds the maximum life. */
export function checkTimeout(timeoutSeconds: number, maxHours: number): void {
  if (timeoutSeconds > maxHours * 3600) {
    throw new ServiceError(
      'request_invalid',
      `timeout cannot exceed ${maxHours} hours (${maxHours * 3600} seconds)`,
    )
  }
}

/** Rejects a timeout with which the sandbox would expire immediately. */
export function checkCreateTimeout(timeoutSeconds: number, maxHours: number): void {
  if (timeoutSeconds <= 0) throw new ServiceError('request_invalid', 'timeout must be greater than 0 seconds')
  checkTimeout(timeoutSeconds, maxHours)
}

/** A timeout of 0 selects the default, because a resume that expires at once is never intended. */
export function resumeTimeout(timeoutSeconds: number, defaultSeconds: number): number {
  return timeoutSeconds === 0 ? defaultSeconds : timeoutSeconds
}

export interface Life {
  /** Start of the current run: the creation or the last resume. */
  readonly runsSinceMs: number
  readonly endAtMs: number
  readonly maxHours: number
}

/** The expiry that `timeout` sets: it may shorten the life. */
export function exactEnd(life: Life, nowMs: number, timeoutSeconds: number): number {
  return withinLongest(life, nowMs + timeoutSeconds * 1000)
}

/** The expiry that `connect` sets: never earlier than the current one. */
export function extendedEnd(life: Life, nowMs: number, timeoutSeconds: number): number {
  return Math.max(life.endAtMs, exactEnd(life, nowMs, timeoutSeconds))
}

/** The expiry that `refreshes` sets: a duration below the minimum is raised to it. */
export function refreshedEnd(life: Life, nowMs: number, durationSeconds: number | undefined): number {
  return extendedEnd(life, nowMs, Math.max(durationSeconds ?? 0, limits.refreshSecondsMin))
}

export interface ExpirableSandbox {
  readonly state: State
  readonly endAtMs: number
  readonly lifecycle: Pick<Lifecycle, 'onTimeout'>
}

/** The sandbox has expired: callers no longer see it, even when the node's report of its end is still on the way. */
export function isOver({ state, endAtMs, lifecycle }: ExpirableSandbox, nowMs: number): boolean {
  return state === 'running' && lifecycle.onTimeout === 'kill' && endAtMs <= nowMs
}

function withinLongest(life: Life, endAtMs: number): number {
  return Math.min(endAtMs, life.runsSinceMs + life.maxHours * 3_600_000)
}
