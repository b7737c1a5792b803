/** What the page says of a call. */
import { notThere, wordsFor } from './words.ts'

export const allVerdicts = ['works', 'fails', 'not exercised', 'not there'] as const
export type Verdict = (typeof allVerdicts)[number]

/** Of a call that no run has answered. */
export function verdictWithoutRun(call: string): Verdict {
  return wordsFor(notThere, call) === undefined ? 'not exercised' : 'not there'
}
