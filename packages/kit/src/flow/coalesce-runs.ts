/**
 * Coalesces calls of a task that reads a state. Each caller gets the result of a run that began after its call, so the
 * result is never older than the call. At most one run is in progress and one is queued.
 */
export function coalesceRuns<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    const result = task()
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return result
  }
  return () => {
    if (running === undefined) return begin()
    next ??= running.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}
