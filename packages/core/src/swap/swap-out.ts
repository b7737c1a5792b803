/**
 * When the memory of a frozen sandbox goes to swap, and how fast. It is done in small steps, so that whoever wakes the
 * sandbox waits for one of them at most, and with rests between, so that it takes a share of one processor.
 */

/** Milliseconds that a sandbox has been frozen before it is worth the work: most that wake do so soon. */
export const swapOutAfterMs = 10_000

/** Bytes of one step. */
export const swapOutStepBytes = 2 * 1024 * 1024

/** Steps that take less than this have probably met the end of what can be taken. */
export const swapOutWorthBytes = swapOutStepBytes / 8

/** The kernel may make no progress although there is more; after so many steps in a row a sandbox is left alone. */
export const poorStepsMax = 3

/** Of one processor. */
const processorShareMax = 1 / 4

/** Milliseconds to rest after a step. */
export function restAfterStepMs(stepMs: number): number {
  return stepMs * (1 / processorShareMax - 1)
}

/** What the swap device holds. */
export interface SwapUsage {
  readonly usedBytes: number
  readonly sizeBytes: number
  /** Of the machine's memory. */
  readonly memoryBytes: number
  readonly memoryBytesMax: number
}

/** Left free, so that no write to the device fails: pages that do not compress take all of it. */
const spareBytes = 4 * swapOutStepBytes

/** Whether the next step fits, whatever it is made of. */
export function mayTakeStep({ usedBytes, sizeBytes, memoryBytes, memoryBytesMax }: SwapUsage): boolean {
  const neededBytes = swapOutStepBytes + spareBytes
  return usedBytes + neededBytes <= sizeBytes && memoryBytes + neededBytes <= memoryBytesMax
}
