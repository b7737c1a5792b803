import { describe, expect, it } from 'vitest'
import { isServiceError } from '../errors.ts'
import { decideRepeat, parseIdempotencyKey } from './idempotency.ts'
import { type State, states } from './state.ts'

const codeOf = (run: () => unknown): string => {
  try {
    return String(run())
  } catch (error) {
    return isServiceError(error) ? error.code : 'internal'
  }
}

const first = (state: State, more: object = {}) => ({
  digest: 'a',
  sandbox: { state, endAtMs: 1000, lifecycle: { onTimeout: 'kill' }, ...more } as const,
})

describe('a repeated create', () => {
  it('returns the sandbox while it can be used, waits while it is made, and is refused after its end', () => {
    const found = states.map((state) => [
      state,
      codeOf(() => decideRepeat(first(state), { digest: 'a', nowMs: 0 })),
    ])
    expect(Object.fromEntries(found)).toEqual({
      ...{ creating: 'wait', running: 'return', pausing: 'return', paused: 'return' },
      ...{ snapshotting: 'return', killing: 'idempotency_key_spent', ended: 'idempotency_key_spent' },
    })
  })

  it('is refused once the sandbox has expired, though its node has not said so yet', () => {
    const expired = { digest: 'a', nowMs: 1000 }
    expect(codeOf(() => decideRepeat(first('running'), expired))).toBe('idempotency_key_spent')
    const paused = first('running', { lifecycle: { onTimeout: 'pause' } })
    expect(decideRepeat(paused, expired)).toBe('return')
  })

  it('with another request is refused in every state', () => {
    for (const state of states)
      expect(codeOf(() => decideRepeat(first(state), { digest: 'b', nowMs: 0 }))).toBe('idempotency_mismatch')
  })
})

describe('a key', () => {
  it('is 1 to 255 lowercase letters, digits and hyphens, as the official client sends it', () => {
    for (const key of ['a', '0b0c6f1e-9d5c-4d9e-8a77-6a0e7f3b7f10', 'x'.repeat(255)])
      expect(parseIdempotencyKey(key)).toBe(key)
    for (const bad of ['', 'x'.repeat(256), 'Job-1', 'job 1', 'job_1', 'ä', '"quoted"', 'a, b', 'a\n'])
      expect(codeOf(() => parseIdempotencyKey(bad))).toBe('request_invalid')
  })

  it('is optional', () => expect(parseIdempotencyKey(undefined)).toBeUndefined())
})
