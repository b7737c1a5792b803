import type { Http2Session } from 'node:http2'

export interface KeepAlive {
  /** Milliseconds between pings. */
  readonly everyMs: number
  /** A session whose ping is not answered in that time is dead. */
  readonly answerMs: number
}

/** A link whose other end is gone without a word is noticed within the sum. */
export const linkKeepAlive: KeepAlive = { everyMs: 3_000, answerMs: 5_000 }

/** An answer takes a few milliseconds, on a busy machine a hundred. */
const lateMs = 1_000

export interface SessionHealth {
  /** False once an answer is late, long before the session counts as dead. */
  isAnswering(): boolean
}

/** Pings the other end until the session closes, and destroys the session when it does not answer. */
export function keepSessionAlive(
  session: Http2Session,
  { everyMs, answerMs } = linkKeepAlive,
): SessionHealth {
  let timer: NodeJS.Timeout
  let askedAtMs: number | undefined
  const ping = () => {
    // Its close event is still to come.
    if (session.destroyed) return
    // Before there is a connection a ping is cancelled, and that would have been the last one.
    if (session.connecting) {
      timer = setTimeout(ping, everyMs)
      return
    }
    askedAtMs = performance.now()
    timer = setTimeout(
      () => session.destroy(new Error('the other end of the link does not answer')),
      answerMs,
    )
    const isSent = session.ping((error) => {
      clearTimeout(timer)
      askedAtMs = undefined
      if (error === null && !session.destroyed) timer = setTimeout(ping, everyMs)
    })
    // The session closes: the calls in progress end, and no more begin.
    if (!isSent) clearTimeout(timer)
  }
  timer = setTimeout(ping, everyMs)
  session.once('close', () => clearTimeout(timer))
  return {
    isAnswering: () => askedAtMs === undefined || performance.now() - askedAtMs < lateMs,
  }
}
