/** The result of the task, or the signal's reason when that fires first; the task itself is not cancelled. */
export async function abortable<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  // Its later result is ignored.
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
