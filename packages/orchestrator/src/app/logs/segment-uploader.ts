/**
 * Uploads what was added to the logs and metric series of the node, all sandboxes in one object. Each round adds a small
 * segment per sandbox; after several, and when a sandbox ends, its newest ones are written again as one, so that reading a
 * log takes few requests. What fails stays on the disk, and is part of the next round.
 */
import { isBuildSandboxId } from '@cay/core/ids.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { StoredSegment } from '../../ports/artifact.ts'
import type { NewSegment, SegmentArchive, SegmentQuery, SegmentSource } from '../../ports/segments.ts'

export interface SegmentUploaderParts {
  readonly sources: readonly SegmentSource[]
  readonly archive: SegmentArchive
  /** Whether a sandbox may still write to its log. */
  isAlive(sandboxId: string): boolean
  readonly log: Logger
}

/** Small segments of a sandbox before they are merged. */
const smallSegmentsMax = 12
/** Segments of at least so many bytes are not counted as small. */
const largeBytes = 256 * 1024
/** Sandboxes, and bytes, of one object. */
const sandboxesMax = 500
const batchBytesMax = 8 * 1024 * 1024

/** What the object store has of a sandbox. */
interface Stored {
  readonly lastNumber: number
  readonly smallSegments: number
}

interface Stream {
  readonly source: SegmentSource
  /** Sandboxes that may have something to upload. */
  readonly pending: Set<string>
  /** Of sandboxes that are alive; what is missing is asked for. */
  readonly stored: Map<string, Stored>
}

export class SegmentUploader {
  readonly #parts: SegmentUploaderParts
  readonly #streams: readonly Stream[]

  constructor(parts: SegmentUploaderParts) {
    this.#parts = parts
    this.#streams = parts.sources.map((source) => ({ source, pending: new Set(), stored: new Map() }))
  }

  /** Uploads everything that was there when it was called. Never rejects. */
  async upload(): Promise<void> {
    try {
      for (const stream of this.#streams) await this.#collect(stream)
      for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) await this.#send(batch)
    } catch (error) {
      this.#parts.log.warn(
        { event: 'sandbox_log.upload.failed', err: error },
        'failed to upload logs and metrics to the object store; retried',
      )
    }
  }

  async #collect({ source, pending, stored }: Stream): Promise<void> {
    // Nobody asks for what a sandbox of a build has logged, and control takes it from no node of a cluster.
    for (const sandboxId of await source.takeChanged())
      if (!isBuildSandboxId(sandboxId)) pending.add(sandboxId)
    for (const sandboxId of stored.keys()) if (!this.#parts.isAlive(sandboxId)) pending.add(sandboxId)
  }

  #nextBatch(): Uploading[] {
    const all = this.#streams.flatMap((stream) =>
      [...stream.pending].map((sandboxId) => ({ stream, sandboxId })),
    )
    return all.slice(0, sandboxesMax)
  }

  async #send(batch: readonly Uploading[]): Promise<void> {
    await this.#learn(batch)
    const taken: { uploading: Uploading; segments: readonly NewSegment[]; isMerged: boolean }[] = []
    let bytes = 0
    for (const uploading of batch) {
      const { stream, sandboxId } = uploading
      const { lastNumber, smallSegments } = stream.stored.get(sandboxId) ?? nothingStored
      const isMerged =
        smallSegments >= smallSegmentsMax || (smallSegments > 1 && !this.#parts.isAlive(sandboxId))
      const segments = await this.#read(uploading, { after: lastNumber, isMerged })
      taken.push({ uploading, segments, isMerged })
      bytes += segments.reduce((sum, { text }) => sum + text.length, 0)
      if (bytes > batchBytesMax) break
    }
    const segments = taken.flatMap((one) => one.segments)
    if (segments.length > 0) await this.#parts.archive.store(segments)
    for (const one of taken) this.#note(one.uploading, one.segments, one.isMerged)
  }

  /** Asks for what is stored of sandboxes that an earlier run of the node may have uploaded. */
  async #learn(batch: readonly Uploading[]): Promise<void> {
    const unknown = batch.filter(({ stream, sandboxId }) => !stream.stored.has(sandboxId))
    if (unknown.length === 0) return
    const ids = [...new Set(unknown.map(({ sandboxId }) => sandboxId))]
    const segments = Map.groupBy(
      await this.#parts.archive.list(ids),
      (segment) => `${segment.stream} ${segment.sandboxId}`,
    )
    for (const { stream, sandboxId } of unknown)
      stream.stored.set(sandboxId, storedOf(segments.get(`${stream.source.stream} ${sandboxId}`) ?? []))
  }

  /** One that cannot be read must not keep the others from being uploaded: it is part of a round again when it changes. */
  async #read({ stream, sandboxId }: Uploading, query: SegmentQuery): Promise<readonly NewSegment[]> {
    try {
      return await stream.source.segmentsAfter(sandboxId, query)
    } catch (error) {
      this.#parts.log.warn(
        { event: 'sandbox_log.read.failed', sandboxID: sandboxId, err: error },
        'failed to read a log or a metric series for its upload',
      )
      return []
    }
  }

  #note({ stream, sandboxId }: Uploading, segments: readonly NewSegment[], isMerged: boolean): void {
    stream.pending.delete(sandboxId)
    const before = stream.stored.get(sandboxId) ?? nothingStored
    if (!this.#parts.isAlive(sandboxId)) stream.stored.delete(sandboxId)
    else
      stream.stored.set(sandboxId, {
        lastNumber: segments.at(-1)?.lastNumber ?? before.lastNumber,
        smallSegments: isMerged || segments.length > 1 ? 1 : before.smallSegments + segments.length,
      })
  }
}

interface Uploading {
  readonly stream: Stream
  readonly sandboxId: string
}

const nothingStored: Stored = { lastNumber: 0, smallSegments: 0 }

/** The segments are in order. */
function storedOf(segments: readonly StoredSegment[]): Stored {
  const lastLarge = segments.findLastIndex(({ bytes }) => bytes >= largeBytes)
  return {
    lastNumber: segments.at(-1)?.lastNumber ?? 0,
    smallSegments: segments.length - 1 - lastLarge,
  }
}
