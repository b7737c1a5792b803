/** When snapshots and builds were used last. Over restarts the modification times of their directories say it. */
import { utimes } from 'node:fs/promises'
import type { Clock } from '../../ports/host.ts'

export interface LastUses {
  /** Synchronous, so that whoever evicts knows of every use that has begun. */
  note(artifactId: string, directory: string): void
  /** Undefined in a run of the node that has not used it. */
  of(artifactId: string): number | undefined
  forget(artifactId: string): void
}

export function lastUses(clock: Clock): LastUses {
  const uses = new Map<string, number>()
  return {
    note(artifactId, directory) {
      const nowMs = clock.nowMs()
      uses.set(artifactId, nowMs)
      // It may be gone: then its time is of no use either.
      utimes(directory, nowMs / 1000, nowMs / 1000).catch(() => undefined)
    },
    of: (artifactId) => uses.get(artifactId),
    forget: (artifactId) => uses.delete(artifactId),
  }
}
