/** What of the node's disk the object store has as well: snapshots and builds that can be removed and fetched again. */
import type { CachedEntry } from '@cay/core/template/choose-evicted.ts'

export interface CachedArtifact extends CachedEntry {
  readonly artifactId: string
  /** Of a build that comes with Cay. */
  readonly isBundled: boolean
}

export interface ArtifactCache {
  list(): Promise<readonly CachedArtifact[]>
  /** Resolves with whether it was removed: one that was used since it was listed stays. */
  evict(artifact: CachedArtifact): Promise<boolean>
}
