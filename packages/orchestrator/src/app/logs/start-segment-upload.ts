/** Uploads segments of logs and metrics all the time, and soon after a sandbox has ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeContext } from '../node/node-context.ts'
import type { SegmentUploader } from './segment-uploader.ts'

/** Milliseconds between rounds. */
export const segmentUploadEveryMs = 10_000
/** Milliseconds for the last lines of a sandbox to arrive, and for others to end with it. */
const afterEndMs = 500

/** The result stops it, and resolves when the round that runs has ended. */
export function startSegmentUpload(
  { registry }: Pick<NodeContext, 'registry'>,
  uploader: SegmentUploader,
): () => Promise<void> {
  const stopped = new AbortController()
  let hasEnded = Promise.withResolvers<void>()
  const { changes, stop } = registry.watch()
  const watchEnds = async () => {
    for await (const { phase } of changes) if (phase === 'ended') hasEnded.resolve()
  }
  const pause = async (ms: number) => {
    // The abort ends the wait.
    await sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined)
  }
  const uploadAll = async () => {
    while (!stopped.signal.aborted) {
      await uploader.upload()
      await Promise.race([pause(segmentUploadEveryMs), hasEnded.promise.then(() => pause(afterEndMs))])
      hasEnded = Promise.withResolvers<void>()
    }
  }
  const watching = watchEnds()
  const running = uploadAll()
  return async () => {
    stopped.abort()
    stop()
    await Promise.all([watching, running])
  }
}
