/** Logs and metric series beyond the node: uploaded in segments, and restored where the node has lost them. */
import type { SegmentStream, SegmentTerms, StoredSegment } from './artifact.ts'

export interface NewSegment extends SegmentTerms {
  readonly text: string
}

/** The segments in the object store. Every call throws ServiceError `store_unavailable` when it cannot be used. */
export interface SegmentArchive {
  /** Stores all of them or none, in one object: what it costs does not depend on their number. */
  store(segments: readonly NewSegment[]): Promise<void>
  /** In the order of their numbers. */
  list(sandboxIds: readonly string[]): Promise<readonly StoredSegment[]>
  /** The text of each. */
  read(segments: readonly StoredSegment[]): Promise<string[]>
}

export interface SegmentQuery {
  /** The last number that is stored; 0 when none is. */
  readonly after: number
  /** The newest entries are written again, with those that were stored in small segments. */
  readonly isMerged: boolean
}

/** The logs of the node, or its metric series. */
export interface SegmentSource {
  readonly stream: SegmentStream
  /** Sandboxes whose entries have changed since the last call; at the first call, all that have any. */
  takeChanged(): Promise<Iterable<string>>
  /** What is not stored yet; nothing when everything is. */
  segmentsAfter(sandboxId: string, query: SegmentQuery): Promise<readonly NewSegment[]>
}

/** What the node knows of sandboxes that it did not create. */
export interface SandboxHistory {
  /** The sandbox comes from the object store: so do its log and its metrics, before anything is added to them. */
  adopt(sandboxId: string): Promise<void>
}

export const noHistory: SandboxHistory = { adopt: async () => undefined }
