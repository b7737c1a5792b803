/**
 * Decides when and how fast the memory of a frozen sandbox is swapped out. The steps are small, so that a wake waits
 * for at most one of them, with pauses in between that limit the use of one processor.
 */

/**
 * A sandbox is swapped out only after it has been frozen for this many milliseconds, because most of those that wake do
 * so earlier.
 */
export const swapOutAfterMs = 10_000

/** Bytes per step. */
export const swapOutStepBytes = 2 * 1024 * 1024

/** A step that reclaims less has probably reached the end of what can be reclaimed. */
export const swapOutWorthBytes = swapOutStepBytes / 8

/**
 * The kernel may make no progress although more can be reclaimed; after this many such steps in a row the sandbox is
 * skipped.
 */
export const poorStepsMax = 3

/** Share of one processor. */
const processorShareMax = 1 / 4

/** Milliseconds to pause after a step. */
export function restAfterStepMs(stepMs: number): number {
  return stepMs * (1 / processorShareMax - 1)
}

/** Usage of the swap device. */
export interface SwapUsage {
  readonly usedBytes: number
  readonly sizeBytes: number
  /** Bytes of the machine's memory. */
  readonly memoryBytes: number
  readonly memoryBytesMax: number
}

/** Kept free so that no write to the device fails, even when all pages are incompressible. */
const spareBytes = 4 * swapOutStepBytes

/** Whether the next step fits, even with incompressible pages. */
export function mayTakeStep({ usedBytes, sizeBytes, memoryBytes, memoryBytesMax }: SwapUsage): boolean {
  const neededBytes = swapOutStepBytes + spareBytes
  return usedBytes + neededBytes <= sizeBytes && memoryBytes + neededBytes <= memoryBytesMax
}
