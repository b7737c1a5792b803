/** The records of what nodes keep in the object store. Objects are named by artifact, attempt and number. */

export const artifactKinds = ['pause', 'snapshot', 'build', 'rootfs', 'runtime', 'upload', 'logs'] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/**
 * `uploading`: its objects may be in the store or not. `stored`: all of them are. `deleting`: its key is destroyed, and its
 * objects are being removed.
 */
export type ArtifactState = 'uploading' | 'stored' | 'deleting'

export interface NewAttempt {
  readonly artifactId: string
  readonly kind: ArtifactKind
  readonly nowMs: number
  /** The node that stores it; absent on a single machine. */
  readonly nodeId?: string | undefined
  /** Encrypts a new key for this number of the attempt. */
  readonly sealKey: (attempt: number) => string
}

export interface Attempt {
  readonly artifactId: string
  readonly attempt: number
}

/** What a complete attempt has stored. Texts are empty where there is none. */
export interface ArtifactFacts extends Attempt {
  /** In JSON, as the transfer made it: which files it has, and where their content is. */
  readonly manifest: string
  /** Of all its objects. */
  readonly storedBytes: number
  readonly cpuFeatures: string
  /** Artifacts that it cannot be used without. */
  readonly runtimeId: string
  readonly rootfsId: string
  /** Of a pause. */
  readonly sandboxId: string
  /** Of a pause: what a node adopts the sandbox by, encrypted. */
  readonly sealedRecord: string
  /** Of a build that comes with Cay: its template. */
  readonly alias: string
  readonly templateId: string
  /** Of logs: what of which sandbox its only file has. */
  readonly segments?: readonly NewLogSegment[]
  /** The node that has stored it; absent on a single machine. */
  readonly nodeId?: string | undefined
  /** Of a pause: of the placement that it ended; absent or 0: none is known. */
  readonly epoch?: number
}

export const segmentStreams = ['log', 'metrics'] as const
export type SegmentStream = (typeof segmentStreams)[number]

/** A part of the log of a sandbox, or of its metric series, among those of others in one artifact. */
export interface LogSegment {
  readonly sandboxId: string
  readonly stream: SegmentStream
  /** Of its entries; of metrics the time in milliseconds. */
  readonly firstNumber: number
  readonly lastNumber: number
  readonly artifactId: string
  readonly startByte: number
  readonly bytes: number
}

/** The texts of segments that are in one artifact; absent parts are those whose retention has ended. */
export type ReadSegments = (artifactId: string, segments: readonly LogSegment[]) => Promise<readonly string[]>

export interface NewLogSegment extends Omit<LogSegment, 'artifactId'> {
  readonly expiresAtMs: number
  /** It has what the segments from this number on have, up to its last one: those are removed. */
  readonly replacesFrom?: number
  /** Segments whose last number is smaller are removed as well. Counts only where it replaces something. */
  readonly keptFrom?: number
}

export interface StoredArtifact extends Omit<ArtifactFacts, 'segments' | 'nodeId' | 'epoch'> {
  readonly kind: ArtifactKind
  readonly sealedKey: string
}

/** Objects of attempts that can be removed. */
export interface Garbage extends Attempt {
  /** The attempts that it is about; the last one is `attempt`. */
  readonly firstAttempt: number
  /** No attempt has more objects. */
  readonly objectsMax: number
}

/** A stored build of a template that nodes may fetch ahead. */
export interface OfferableBuild {
  readonly buildId: string
  readonly templateId: string
  readonly rootfsId: string
  /** Of its objects and those of its root file system. */
  readonly bytes: number
  readonly createdAtMs: number
  /** When its template was used last, or the build was made. */
  readonly usedAtMs: number
  /** Those that its team needs. */
  readonly nodeLabels: readonly string[]
}

export type CommitOutcome = 'stored' | 'unknown' | 'incomplete' | 'ended' | 'foreign' | 'stale'

/** A node may use the files of a COPY step. */
export interface UploadGrant {
  readonly artifactId: string
  readonly nodeId: string
  readonly untilMs: number
}

/** The part of the store that holds artifacts. */
export interface ArtifactStore {
  /**
   * Returns the number of the attempt; undefined when the artifact is stored, which then counts as used now. Throws forbidden
   * while another node stores one that only its own node can have.
   */
  beginArtifact(attempt: NewAttempt): Promise<number | undefined>
  /** Notes that the attempt has at most this many objects. Returns whether it is the present one. */
  noteObjects(attempt: Attempt, objects: number): Promise<boolean>
  /**
   * `unknown`: it is not the present attempt. `incomplete`: an artifact that it needs is not stored. `ended`: its sandbox is
   * not there any more. `foreign`: another node stores it, or has the sandbox or the build. `stale`: the sandbox was placed
   * again since the pause. An earlier pause of the sandbox is garbage from then on.
   */
  commitArtifact(facts: ArtifactFacts, nowMs: number): Promise<CommitOutcome>
  /** Undefined when it is not stored. */
  findArtifact(artifactId: string): Promise<StoredArtifact | undefined>
  /** Returns those of the ids that are stored; they count as used now. */
  findStored(artifactIds: readonly string[], nowMs: number): Promise<string[]>
  findStoredPause(sandboxId: string): Promise<StoredArtifact | undefined>
  /** The stored builds of a template that comes with Cay, newest first. */
  listStoredRecipes(alias: string): Promise<Pick<StoredArtifact, 'artifactId' | 'templateId'>[]>
  /** Those of the ids that are stored builds of templates. */
  listOfferableBuilds(buildIds: readonly string[]): Promise<OfferableBuild[]>
  /** In the order of their numbers. */
  listLogSegments(sandboxIds: readonly string[]): Promise<LogSegment[]>
  /** Destroys their keys. */
  releaseArtifacts(artifactIds: readonly string[], nowMs: number): Promise<void>
  /** The features that stored builds of templates need, each set once; separated by spaces, as their nodes have named them. */
  listBuildCpuFeatures(): Promise<string[]>
  /** Whether a sandbox or a build on the node needs the stored artifact. */
  isNeededOn(nodeId: string, artifactId: string): Promise<boolean>
  /** Lets the node store, read and release the files of COPY steps until then. */
  grantUploads(nodeId: string, artifactIds: readonly string[], untilMs: number): Promise<void>
  listUploadGrants(artifactIds: readonly string[]): Promise<UploadGrant[]>
  /** Those of the artifacts that the node has no right to release. */
  listForeign(nodeId: string, artifactIds: readonly string[]): Promise<string[]>
  /** Which node makes this attempt; null on a single machine. Undefined when it is not in progress. */
  findUpload(attempt: Attempt): Promise<{ readonly nodeId: string | null } | undefined>
  /** Releases what nothing needs any more. */
  releaseUnused(nowMs: number): Promise<void>
  /** Those behind `afterId`, which may be empty, in the order of their ids. */
  listGarbage(nowMs: number, page: { readonly afterId: string; readonly limit: number }): Promise<Garbage[]>
  /** The objects are removed. A record whose attempt is not the present one any more is kept. */
  forgetGarbage(removed: Attempt): Promise<void>
}
