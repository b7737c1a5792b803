/** Evaluates conditional requests for a file whose only validator is its modification time. */

export interface Conditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  /** Undefined when absent or not a date. */
  readonly ifModifiedSinceMs: number | undefined
  readonly ifUnmodifiedSinceMs: number | undefined
}

/** `failed`: the file does not match the precondition (412). `unchanged`: the client already has it (304). */
export type ConditionOutcome = 'serve' | 'unchanged' | 'failed'

/**
 * Files have no entity tag, so only `*` matches. Dates are compared in whole seconds, the precision of the headers. A
 * condition on tags overrides the one on time (RFC 9110, 13.2.2).
 */
export function decideConditions(conditions: Conditions, modifiedMs: number): ConditionOutcome {
  const modifiedSeconds = Math.floor(modifiedMs / 1000)
  const { ifMatch, ifNoneMatch, ifModifiedSinceMs, ifUnmodifiedSinceMs } = conditions
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*') return 'failed'
  } else if (ifUnmodifiedSinceMs !== undefined && modifiedSeconds * 1000 > ifUnmodifiedSinceMs)
    return 'failed'
  if (ifNoneMatch !== undefined) return ifNoneMatch.trim() === '*' ? 'unchanged' : 'serve'
  const isUnchanged = ifModifiedSinceMs !== undefined && modifiedSeconds * 1000 <= ifModifiedSinceMs
  return isUnchanged ? 'unchanged' : 'serve'
}
