/**
 * Creates with an Idempotency-Key: of those of one team with one key, the first makes the sandbox and the others return it.
 * A create that failed has used no key.
 */
import { ServiceError } from '../errors.ts'
import { type ExpirableSandbox, isOver } from './lifetime.ts'
import type { State } from './state.ts'

const keyForm = /^[a-z0-9-]{1,255}$/

/** Returns the key; undefined when the request has none. Throws request_invalid. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || keyForm.test(header)) return header
  throw new ServiceError(
    'request_invalid',
    'validation error: headers.Idempotency-Key: must be 1 to 255 lowercase letters, digits and hyphens',
  )
}

export interface FirstCreate {
  /** Of its request. */
  readonly digest: string
  readonly sandbox: ExpirableSandbox
}

/** `wait`: the sandbox is still being created, which may fail. `return`: it is there. */
export type Repeat = 'wait' | 'return'

/** Throws idempotency_mismatch and idempotency_key_spent. */
export function decideRepeat(
  { digest, sandbox }: FirstCreate,
  repeated: { readonly digest: string; readonly nowMs: number },
): Repeat {
  if (digest !== repeated.digest)
    throw new ServiceError(
      'idempotency_mismatch',
      'the Idempotency-Key was sent with another request before: use a key of its own for each sandbox',
    )
  if (isOver(sandbox, repeated.nowMs)) return spent()
  return repeats[sandbox.state]()
}

const repeats: Readonly<Record<State, () => Repeat>> = {
  creating: () => 'wait',
  running: () => 'return',
  pausing: () => 'return',
  paused: () => 'return',
  snapshotting: () => 'return',
  killing: spent,
  ended: spent,
}

function spent(): never {
  throw new ServiceError(
    'idempotency_key_spent',
    'the sandbox that was created with the Idempotency-Key has ended: use another key for a new one',
  )
}

export function stillInProgress(): ServiceError {
  return new ServiceError(
    'idempotency_in_progress',
    'the first request with the Idempotency-Key is still in progress',
  )
}
