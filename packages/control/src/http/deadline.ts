import { ServiceError } from '@cay/core/errors.ts'

/** Deadline of a request in milliseconds; after it the response is an error. */
export const requestMsMax = 70_000

/** Runs the task; its signal is aborted at the deadline, and the caller does not wait for the task to react. */
export async function withinDeadline<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const over = new ServiceError('deadline_exceeded', `not done within ${requestMsMax / 1000} seconds`)
    deadline.abort(over)
    reject(over)
  }, requestMsMax)
  try {
    return await Promise.race([task(deadline.signal), promise])
  } finally {
    clearTimeout(timer)
  }
}
