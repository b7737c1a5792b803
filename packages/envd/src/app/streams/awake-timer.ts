/**
 * Measures time during which the sandbox is running. Clocks jump across a pause or a checkpoint, so this counts timer
 * ticks: the time between two ticks counts as one tick, however long the sandbox was frozen in between.
 */
export interface AwakeTime {
  readonly tickMs: number
  readonly ticks: number
}

/** Returns a function that cancels the timer. The timer is unreferenced, so it does not keep the process alive. */
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
