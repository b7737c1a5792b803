import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { EgressContext } from '../egress-context.ts'

interface DropDeps extends Pick<EgressContext, 'clock'> {
  readonly log: Pick<Logger, 'warn'>
}

/** For connections that are not accepted: sandboxes can try at any pace, and the log keeps its own. */
export function logDropped({ clock, log }: DropDeps, connectionsMax: number): () => void {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  let dropped = 0
  return () => {
    dropped += 1
    if (clock.nowMs() - loggedAtMs < bounds.dropWarningEveryMs) return
    log.warn(
      { event: 'connection.limit', connectionsMax, dropped },
      'dropped connections at the limit over all sandboxes',
    )
    loggedAtMs = clock.nowMs()
    dropped = 0
  }
}
