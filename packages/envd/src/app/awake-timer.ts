/**
 * Waits for time in which the sandbox runs. Clocks jump over a pause or a checkpoint; this counts ticks, and however long
 * the sandbox stood still between two of them, that is one.
 */
export interface AwakeTime {
  readonly tickMs: number
  readonly ticks: number
}

/** Returns how to end it early. Keeps no process alive. */
export function afterAwake({ tickMs, ticks }: AwakeTime, onOver: () => void): () => void {
  let passed = 0
  const ticking = setInterval(() => {
    passed += 1
    if (passed < ticks) return
    clearInterval(ticking)
    onOver()
  }, tickMs)
  ticking.unref()
  return () => clearInterval(ticking)
}
