/**
 * What a machine that joins a cluster does before it builds a template that comes with Cay: another node has it, or is storing
 * it. A build of its own would be another template than that of the cluster.
 */
export interface RecipeWait<Build> {
  /** Newest first. */
  readonly list: () => Promise<readonly Build[]>
  readonly sleep: (ms: number) => Promise<unknown>
  readonly nowMs: () => number
  readonly onWaiting: () => void
}

const pollEveryMs = 2_000
/** Storing takes seconds, also over a slow link minutes. Longer than this, no node has it. */
export const storedMsMax = 300_000

/** Undefined when there is none in time. */
export async function awaitStoredRecipe<Build>(wait: RecipeWait<Build>): Promise<Build | undefined> {
  const { list, sleep, nowMs, onWaiting } = wait
  const deadlineMs = nowMs() + storedMsMax
  for (let turn = 0; ; turn++) {
    const [newest] = await list()
    if (newest !== undefined || nowMs() >= deadlineMs) return newest
    if (turn === 0) onWaiting()
    await sleep(pollEveryMs)
  }
}
