/**
 * Restores logs and metric series from the object store: of adopted sandboxes before anything is added to them, and of
 * others when they are read and the node has nothing. An adopted sandbox is marked by a file until that is done, so a node
 * that is killed in between does not begin a second log.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { type SegmentStream, segmentStreams } from '../../ports/artifact.ts'
import type { SandboxHistory, SegmentArchive } from '../../ports/segments.ts'

export interface StoredHistory extends SandboxHistory {
  /** Whether its past has to be restored before anything is added. */
  isExpected(stream: SegmentStream, sandboxId: string): boolean
  /** Calls `write` with the stored parts, in order, if there are any. Throws `store_unavailable`. */
  restore(
    stream: SegmentStream,
    sandboxId: string,
    write: (texts: readonly string[]) => Promise<void>,
  ): Promise<void>
}

/** Sandboxes that are restored at the same time. */
const restoresMax = 4

/** `marks`: a directory of its own. */
export async function openStoredHistory(marks: string, archive: SegmentArchive): Promise<StoredHistory> {
  await mkdir(marks, { recursive: true, mode: 0o700 })
  const expected = new Set(await readdir(marks))
  const queue = new SerialQueue()
  const places = new Semaphore(restoresMax)
  const markOf = (stream: SegmentStream, sandboxId: string) => `${stream}-${sandboxId}`
  return {
    async adopt(sandboxId) {
      for (const mark of segmentStreams.map((stream) => markOf(stream, sandboxId))) {
        await writeFile(`${marks}/${mark}`, '', { mode: 0o600 })
        expected.add(mark)
      }
    },
    isExpected: (stream, sandboxId) => expected.has(markOf(stream, sandboxId)),
    restore: (stream, sandboxId, write) =>
      queue.run(markOf(stream, sandboxId), () =>
        places.run(async () => {
          const stored = (await archive.list([sandboxId])).filter((one) => one.stream === stream)
          if (stored.length > 0) await write(await archive.read(stored))
          await rm(`${marks}/${markOf(stream, sandboxId)}`, { force: true })
          expected.delete(markOf(stream, sandboxId))
        }),
      ),
  }
}
