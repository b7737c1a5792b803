import { bounds } from '../bounds.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { EgressContext } from './egress-context.ts'

interface DropTeller extends Pick<EgressContext, 'clock'> {
  readonly log: Pick<Logger, 'warn'>
}

/** For connections that are not accepted: sandboxes can try at any pace, and the log keeps its own. */
export function tellDropped({ clock, log }: DropTeller, connectionsMax: number): () => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  let dropped = 0
  return () => {
    dropped += 1
    if (clock.nowMs() - toldAtMs < bounds.dropWarningEveryMs) return
    log.warn(
      { event: 'connection.limit', connectionsMax, dropped },
      'dropped connections at the limit over all sandboxes',
    )
    toldAtMs = clock.nowMs()
    dropped = 0
  }
}
