/** What the conditions of a request decide about a file that is known by the time of its last change alone. */

export interface Conditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  /** Undefined when absent or no date. */
  readonly ifModifiedSinceMs: number | undefined
  readonly ifUnmodifiedSinceMs: number | undefined
}

/** `failed`: the caller wanted the file only as it is not (412). `unchanged`: the caller has it already (304). */
export type ConditionOutcome = 'serve' | 'unchanged' | 'failed'

/**
 * Files have no entity tag: only `*` matches one. Dates are compared in whole seconds, headers hold no more. A
 * condition about tags makes the one about time void (RFC 9110, 13.2.2).
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
