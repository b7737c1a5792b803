/** The object store, as a node uses it: artifacts are sets of files, stored as a whole or not at all. */

export const artifactKinds = ['pause', 'snapshot', 'build', 'rootfs', 'runtime', 'upload', 'logs'] as const
export type ArtifactKind = (typeof artifactKinds)[number]

export interface ArtifactSpec {
  readonly artifactId: string
  readonly kind: ArtifactKind
  /** An absolute path, and names of files below it, which must not change meanwhile. */
  readonly directory: string
  readonly names: readonly string[]
  /** Features of the processor that its memory needs; absent for files. */
  readonly cpuFeatures?: string
  /** Artifacts that it cannot be used without. They must be stored. */
  readonly runtimeId?: string
  readonly rootfsId?: string
  /** Of a pause. */
  readonly pause?: { readonly sandboxId: string; readonly record: string; readonly epoch?: number }
  /** Of a build that comes with Cay. */
  readonly recipe?: { readonly alias: string; readonly templateId: string }
  /** Of logs: what of which sandbox its only file has. */
  readonly segments?: readonly PlacedSegment[]
}

export const segmentStreams = ['log', 'metrics'] as const
export type SegmentStream = (typeof segmentStreams)[number]

/** A part of the log of a sandbox, or of its metric series. */
export interface SegmentRange {
  readonly sandboxId: string
  readonly stream: SegmentStream
  /** Of its entries; of metrics the time in milliseconds. */
  readonly firstNumber: number
  readonly lastNumber: number
}

export interface SegmentTerms extends SegmentRange {
  readonly expiresAtMs: number
  /** It has what the segments from this number on have, up to its last one: those are not needed any more. */
  readonly replacesFrom?: number
  /** Of one that replaces others: nothing before this number is kept. */
  readonly keptFrom?: number
}

export interface PlacedSegment extends SegmentTerms {
  readonly startByte: number
  readonly bytes: number
}

export interface StoredSegment extends SegmentRange {
  readonly artifactId: string
  readonly startByte: number
  readonly bytes: number
}

export interface FetchOptions {
  /** False: a power failure may leave the files without their content. Default: true. */
  readonly isDurable?: boolean
}

export interface OpenedArtifact {
  readonly artifactId: string
  readonly kind: ArtifactKind
  readonly runtimeId?: string
  readonly rootfsId?: string
  /** Fetches all of its files, into a directory that must not exist, and whose parent must. */
  fetch(target: string, options?: FetchOptions): Promise<void>
}

export interface StoredBuild {
  readonly buildId: string
  readonly templateId: string
}

export interface OfferedBuild {
  readonly buildId: string
  /** In the object store. */
  readonly bytes: number
}

/** Every call throws ServiceError `store_unavailable` when control or the object store does not answer. */
export interface Artifacts {
  /**
   * Resolves when all objects and the record are there; at once when they were. Throws `conflict` when its sandbox has ended
   * or an artifact that it needs is not stored.
   */
  store(spec: ArtifactSpec): Promise<void>
  /** Undefined when it is not stored. Fetching throws `snapshot_damaged`, which names the object. */
  open(artifactId: string): Promise<OpenedArtifact | undefined>
  /** Returns those of the ids that are stored. */
  findStored(artifactIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The stored builds of a template that comes with Cay, newest first. */
  listRecipeBuilds(alias: string): Promise<readonly StoredBuild[]>
  /** Builds that this node of a cluster should have, the most useful first. */
  listOffers(): Promise<readonly OfferedBuild[]>
  /** The stored segments of these sandboxes, in the order of their numbers. */
  listLogSegments(sandboxIds: readonly string[]): Promise<readonly StoredSegment[]>
  /** No error for those that are not stored. */
  release(artifactIds: readonly string[]): Promise<void>
}
