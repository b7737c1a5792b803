/**
 * Data that is loaded again and again while somebody looks: not while the page is hidden, at once when it is shown again
 * or the machine is back on the network, and more slowly while loading fails. What gets no response is given up: a connection
 * that died while the machine slept says nothing.
 */
import { ApiError, AwayError } from './api/api-error.ts'
import { nextDelayMs } from './rules/poll-pace.ts'

export interface Polling<T> {
  readonly load: (signal: AbortSignal) => Promise<T>
  readonly everyMs: number
  /** Gets, once, what loads again: at once, or after a load that is in flight, which may have begun before a change. */
  readonly onWake: (wake: () => void) => void
  readonly onData: (data: T) => void
  readonly onError: (error: Error) => void
}

export async function pollUntil<T>(signal: AbortSignal, polling: Polling<T>): Promise<void> {
  let failures = 0
  let isWoken = false
  let endWait: () => void = () => undefined
  polling.onWake(() => {
    isWoken = true
    endWait()
  })
  while (!signal.aborted) {
    let retryAfterMs: number | undefined
    isWoken = false
    try {
      const data = await withinLimit(polling.load, signal)
      if (signal.aborted) return
      failures = 0
      polling.onData(data)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      retryAfterMs = error instanceof ApiError ? error.retryAfterMs : undefined
      polling.onError(error instanceof Error ? error : new Error(String(error)))
    }
    if (isWoken) continue
    const ms = nextDelayMs({ everyMs: polling.everyMs, failures, retryAfterMs })
    await waitAwake(ms, signal, (end) => {
      endWait = end
    })
  }
}

const loadMsMax = 60_000
/** When the page is shown again, what was asked longer ago is asked again. */
const staleMs = 10_000

/** Throws AwayError when there is no response in time. */
async function withinLimit<T>(load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = new AbortController()
  const settled = new AbortController()
  const giveUp = () => limit.abort(new AwayError())
  const timer = setTimeout(giveUp, loadMsMax)
  const startedMs = Date.now()
  const onWake = () => {
    if (document.visibilityState === 'visible' && Date.now() - startedMs > staleMs) giveUp()
  }
  document.addEventListener('visibilitychange', onWake, { signal: settled.signal })
  addEventListener('online', onWake, { signal: settled.signal })
  try {
    return await load(AbortSignal.any([signal, limit.signal]))
  } finally {
    clearTimeout(timer)
    settled.abort()
  }
}

/** Until the page is visible and the time is over or the machine is back on the network, or until it is ended. */
function waitAwake(ms: number, signal: AbortSignal, onBegin: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController()
    const settle = () => {
      settled.abort()
      clearTimeout(timer)
      resolve()
    }
    let isDue = false
    const settleIfSeen = () => {
      if (isDue && document.visibilityState === 'visible') settle()
    }
    const becomeDue = () => {
      isDue = true
      settleIfSeen()
    }
    const timer = setTimeout(becomeDue, ms)
    const listening = { signal: settled.signal }
    document.addEventListener('visibilitychange', settleIfSeen, listening)
    addEventListener('online', becomeDue, listening)
    signal.addEventListener('abort', settle, listening)
    onBegin(settle)
  })
}
