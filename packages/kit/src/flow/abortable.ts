/** What the task comes to, or the signal's reason when that fires first; the task goes on, and nobody hears of it. */
export async function abortable<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  // What the task comes to after that is of no interest.
  task.catch(() => undefined)
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([task, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
