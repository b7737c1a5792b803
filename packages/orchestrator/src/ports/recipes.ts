/** Templates that come with Cay, as builds that start from them see their builds. */

export type RecipeState = 'unknown' | 'building' | 'ready' | 'failed'

export type RecipeOutcome =
  | { readonly state: Exclude<RecipeState, 'failed'> }
  /** With the step that failed, and why, for users. */
  | { readonly state: 'failed'; readonly reason: string }

export interface Recipes {
  /** Builds the template unless it exists or is being built. Resolves when that has ended, or at the signal. */
  build(alias: string, signal: AbortSignal): Promise<RecipeOutcome>
  /** Where the build in progress is; empty if there is none, or it has said nothing. */
  progressOf(alias: string): string
}
