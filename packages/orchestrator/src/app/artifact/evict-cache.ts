/**
 * Keeps what the object store has as well within a limit on the node's disk: the least recently used snapshots and builds go
 * first. What only this node has stays, and so does what sandboxes run from or start from at the moment.
 */
import { type CachedEntry, type CachedFile, chooseEvicted } from '@cay/core/template/choose-evicted.ts'
import { Counter, Gauge } from '@cay/kit/metrics.ts'
import type { Artifacts } from '../../ports/artifact.ts'
import type { ArtifactCache, CachedArtifact } from '../../ports/artifact-cache.ts'
import type { NodeContext } from '../node/node-context.ts'

export interface EvictCacheContext
  extends Pick<NodeContext, 'bounds' | 'clock' | 'host' | 'log' | 'registry' | 'restores' | 'starting'> {
  readonly artifacts: Pick<Artifacts, 'findStored'>
  readonly cache: ArtifactCache
  /** Absent: half of what the disk can give. */
  readonly bytesMax: number | undefined
  /** Called after builds have been removed. */
  readonly onEvicted: () => Promise<void>
}

/** Milliseconds between rounds. */
export const evictCacheEveryMs = 30_000

/** Milliseconds since the last use: sandboxes start from files under their names, and have names of their own for them then. */
const startMsMax = { usual: 10_000, busy: 300_000 } as const

const bytesPerMb = 2 ** 20

const sizes = new Gauge({
  name: 'cay_node_artifact_cache_bytes',
  help: 'Snapshots and builds on the disk of the node, where there is an object store',
})
const evictions = new Counter({
  name: 'cay_node_artifact_cache_evictions_total',
  help: 'Snapshots and builds removed from the disk of the node, because the object store has them',
})

/** Never rejects. */
export async function evictCache(node: EvictCacheContext): Promise<void> {
  try {
    await evict(node)
  } catch (error) {
    node.log.warn(
      { event: 'artifact_cache.evict.failed', err: error },
      'failed to remove stored artifacts from the disk; retried',
    )
  }
}

async function evict(node: EvictCacheContext): Promise<void> {
  const all = await node.cache.list()
  const { diskAvailableMb } = await node.host.room()
  const usedSinceMs = node.clock.nowMs() - (isBusy(node) ? startMsMax.busy : startMsMax.usual)
  const bounds = {
    bytesMax: node.bytesMax ?? Number.POSITIVE_INFINITY,
    roomBytes: Math.max(0, diskAvailableMb - node.bounds.diskReserveMb) * bytesPerMb,
    usedSinceMs,
  }
  // Asks for nothing while everything fits.
  const candidates = chooseEvicted(all, bounds)
  sizes.set(candidates.entries.length === 0 ? candidates.bytes : sizeOfCache(all))
  if (candidates.entries.length === 0) return
  const stored = await node.artifacts.findStored(all.map(({ artifactId }) => artifactId))
  const pinned = pinnedIds(node)
  const isKept = ({ artifactId, isBundled }: CachedArtifact) =>
    isBundled || pinned.has(artifactId) || !stored.has(artifactId)
  const { entries, bytes } = chooseEvicted(
    all.map((one) => ({ ...one, isInMaking: isKept(one) })),
    bounds,
  )
  let removed = 0
  for (const entry of entries) if (await node.cache.evict(entry)) removed += 1
  if (removed === 0) return
  sizes.set(bytes)
  evictions.inc(removed)
  await node.onEvicted()
  node.log.info(
    { event: 'artifact_cache.evicted', removed, bytes },
    'removed artifacts from the disk that the object store has',
  )
}

function isBusy({ starting, restores, registry }: EvictCacheContext): boolean {
  const isResuming = registry.views().some(({ phase }) => phase === 'resuming')
  return starting.size > 0 || restores.waiting > 0 || isResuming
}

/** Of running sandboxes the build or snapshot; of paused ones the snapshot, unless its record says that it is stored. */
function pinnedIds({ registry }: EvictCacheContext): ReadonlySet<string> {
  const builds = registry.liveRecords().map(({ buildId }) => buildId)
  const unsent = registry.pausedSandboxes().filter(({ isStored }) => isStored !== true)
  return new Set([...builds, ...unsent.map(({ snapshotId }) => snapshotId)])
}

/** Files that several artifacts share count once. */
export function sizeOfCache(all: readonly CachedEntry[]): number {
  const files = new Map<number, CachedFile>()
  for (const file of all.flatMap((one) => one.files)) files.set(file.inode, file)
  return [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
}
