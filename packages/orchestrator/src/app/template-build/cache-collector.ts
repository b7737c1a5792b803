/**
 * Keeps what builds keep within its bounds. It is looked at after whatever adds to it, now and then because the disk is not
 * builds' alone, and at once where somebody wants to fill a disk that is short.
 */
import { shareRuns } from '@cay/kit/flow/share-runs.ts'
import type { Logger } from '@cay/kit/log.ts'

/** Bytes: the layer of a small sandbox, or most images. */
export const shortOfRoomBytes = 4 * 1024 ** 3
/** Milliseconds between two looks. */
const collectEveryMs = 10 * 60_000
/** Milliseconds between two looks at the disk alone, for sandboxes that cannot be made on a full one. */
const checkDiskEveryMs = 30_000

export interface CacheCollectorOptions {
  /** Throws away what is too much. */
  readonly collect: () => Promise<void>
  /** Bytes of disk that may be filled now. */
  readonly roomBytes: () => Promise<number>
  readonly log: Logger
}

export interface CacheCollector {
  /** Something was added, and nobody waits. */
  readonly soon: () => void
  /** Bytes of disk that may be filled, once what is too much is gone. */
  readonly roomBytes: () => Promise<number>
  readonly close: () => void
}

export function startCacheCollector({ collect, roomBytes, log }: CacheCollectorOptions): CacheCollector {
  const shared = shareRuns(collect)
  const now = () =>
    shared().catch((error: unknown) => log.error({ err: error }, 'what is kept could not be looked at'))
  const makeRoom = async () => {
    const room = await roomBytes()
    if (room >= shortOfRoomBytes) return room
    await now()
    return await roomBytes()
  }
  const checkDisk = () =>
    makeRoom().catch((error: unknown) => log.error({ err: error }, 'the disk could not be looked at'))
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
