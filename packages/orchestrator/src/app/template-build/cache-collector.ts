/**
 * Keeps the build cache within its limits. It runs after each addition, regularly because builds share the disk, and at once
 * when an addition finds the disk short of space.
 */
import { coalesceRuns } from '@cay/kit/flow/coalesce-runs.ts'
import type { Logger } from '@cay/kit/log.ts'

/** Bytes: the layer of a small sandbox, or most images. */
export const shortOfRoomBytes = 4 * 1024 ** 3
/** Milliseconds between collections. */
const collectEveryMs = 10 * 60_000
/** Milliseconds between checks of the free space, because no sandbox can be created on a full disk. */
const checkDiskEveryMs = 30_000

export interface CacheCollectorOptions {
  /** Evicts entries over the limits. */
  readonly collect: () => Promise<void>
  /** Bytes of disk that may be used now. */
  readonly roomBytes: () => Promise<number>
  readonly log: Logger
}

export interface CacheCollector {
  /** Collects in the background, after an addition. */
  readonly soon: () => void
  /** Bytes of disk that may be used, after a collection if the disk is short of space. */
  readonly roomBytes: () => Promise<number>
  readonly close: () => void
}

export function startCacheCollector({ collect, roomBytes, log }: CacheCollectorOptions): CacheCollector {
  const shared = coalesceRuns(collect)
  const now = () =>
    shared().catch((error: unknown) =>
      log.error({ event: 'build_cache.check.failed', err: error }, 'failed to check the build cache'),
    )
  const makeRoom = async () => {
    const room = await roomBytes()
    if (room >= shortOfRoomBytes) return room
    await now()
    return await roomBytes()
  }
  const checkDisk = () =>
    makeRoom().catch((error: unknown) =>
      log.error(
        { event: 'build_cache.check.failed', err: error },
        'failed to check the free space of the disk',
      ),
    )
  const timers = [
    setInterval(() => void now(), collectEveryMs),
    setInterval(() => void checkDisk(), checkDiskEveryMs),
  ]
  return {
    soon: () => void now(),
    roomBytes: makeRoom,
    close: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
