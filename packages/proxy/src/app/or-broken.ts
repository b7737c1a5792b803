/** Told when one side cannot go on; whoever is told ends both. */
export type OnBroken = (error: unknown) => void

/** A step that runs as an event: what it throws would otherwise end the process. */
export function orBroken(onBroken: OnBroken, step: () => void): void {
  try {
    step()
  } catch (error) {
    onBroken(error)
  }
}
