/**
 * Watches the events of another service across its restarts: a stream that ends is opened again. The watcher keeps its last
 * state in the meantime.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'

/** Backoff between streams in milliseconds: doubled until an event arrives. */
export const reconnectDelayMs = { min: 50, max: 2000 } as const

export interface PeerWatch<T> {
  /** For the log: "the node". */
  readonly peer: string
  readonly open: (signal: AbortSignal) => AsyncIterable<T>
  readonly take: (news: T) => void
  readonly log: Logger
}

/** Never rejects, and ends only when `signal` is aborted. */
export async function keepWatching<T>(followed: PeerWatch<T>, signal: AbortSignal): Promise<void> {
  let waitMs: number = reconnectDelayMs.min
  while (!signal.aborted) {
    if (await followOnce(followed, signal)) waitMs = reconnectDelayMs.min
    // Being aborted while waiting is how this ends.
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    waitMs = Math.min(waitMs * 2, reconnectDelayMs.max)
  }
}

/** True when an event arrived before the stream ended. */
async function followOnce<T>({ peer, open, take, log }: PeerWatch<T>, signal: AbortSignal): Promise<boolean> {
  let hasTold = false
  try {
    for await (const news of open(signal)) {
      take(news)
      if (!hasTold) log.info({ event: 'peer.watch.started', peer }, `following ${peer}`)
      hasTold = true
    }
    // Orderly: the other service stops, and will start again.
    log.info({ event: 'peer.watch.ended', peer }, `${peer} ended its stream`)
  } catch (error) {
    if (!signal.aborted)
      log[hasTold ? 'warn' : 'debug'](
        { event: 'peer.watch.failed', peer, err: error },
        `failed to follow ${peer}`,
      )
  }
  return hasTold
}
