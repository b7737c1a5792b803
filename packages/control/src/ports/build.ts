/** The node's builder service, as control uses it. */

import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Cursor } from '@cay/core/page.ts'
import type { BuildState } from '@cay/core/template/build-state.ts'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import type { Resources } from './orchestrator.ts'

export interface BuildLogEntry {
  /** Consecutive, from 0. */
  readonly number: number
  readonly timestampMs: number
  readonly level: LogLevel
  readonly message: string
  /** Empty for entries that belong to no step. */
  readonly step: string
}

export type RegistryCredential =
  | { readonly kind: 'login'; readonly username: string; readonly password: string }
  | {
      readonly kind: 'aws'
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly region: string
    }
  | { readonly kind: 'gcp'; readonly serviceAccount: string }

export interface BuildOnNode {
  readonly buildId: string
  readonly templateId: string
  readonly teamId: string
  readonly source:
    | { readonly kind: 'image'; readonly image: string; readonly credential: RegistryCredential | undefined }
    | { readonly kind: 'build'; readonly buildId: string }
    /** A template that comes with Cay: the build waits on the node until it is built there. */
    | { readonly kind: 'recipe'; readonly alias: string }
  readonly steps: readonly StepSpec[]
  readonly force: boolean
  readonly startCommand: string
  readonly readyCommand: string
  readonly resources: Resources
  readonly ignoresContext: boolean
}

export type BuildNews =
  | { readonly kind: 'entry'; readonly entry: Omit<BuildLogEntry, 'number'> }
  | { readonly kind: 'ready'; readonly envdVersion: string; readonly resources: Resources }
  | { readonly kind: 'failed'; readonly reason: string; readonly step: string }

export interface MadeOnNode {
  readonly buildId: string
  readonly envdVersion: string
}

/** Every call throws node_unavailable when the node does not respond. */
export interface BuilderClient {
  /** Throws no_capacity; starting a build that the node already has is not an error. */
  startBuild(build: BuildOnNode): Promise<void>
  /** Ends after the result, or without one when the node does not know the build. */
  watchBuild(buildId: string, entriesSeen: number, signal: AbortSignal): AsyncIterable<BuildNews>
  /** Cancelling an unknown build is not an error. */
  cancelBuild(buildId: string, reason: string): Promise<void>
  acknowledgeBuilds(buildIds: readonly string[]): Promise<void>
  /** Lists the artifacts of builds that are on the node, and the builds that it knows. */
  listMade(): Promise<{ readonly made: readonly MadeOnNode[]; readonly knownBuildIds: readonly string[] }>
  deleteBuilds(buildIds: readonly string[]): Promise<void>
  /**
   * Builds a bundled template, and waits for it for a limited time, or for less if that is given. `unknown`: there is no such
   * template.
   */
  buildRecipe(alias: string, waitMsMax?: number): Promise<RecipeBuild>
  hasFiles(teamId: string, filesHash: string): Promise<boolean>
  /** Throws request_invalid, no_capacity. */
  storeFiles(
    head: { readonly teamId: string; readonly filesHash: string; readonly sizeBytes: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void>
}

export interface BuildDetail {
  readonly buildId: string
  readonly templateId: string
  readonly state: BuildState
  readonly resources: Resources
  /** Empty until the build is ready. */
  readonly envdVersion: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly finishedAtMs: number | null
  readonly reason: string | null
  readonly reasonStep: string | null
  /** Where it was made or is being made. */
  readonly nodeId: string | null
}

export interface TemplateDetail {
  readonly templateId: string
  /** Null for a public template. */
  readonly teamId: string | null
  readonly isPublic: boolean
  readonly aliases: readonly string[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly lastSpawnedAtMs: number | null
  readonly spawnCount: number
}

export interface ListedTemplate extends TemplateDetail {
  /** The newest ready build of the default tag; undefined when there is none. */
  readonly build: BuildDetail | undefined
  /** The newest build, whatever its tags and state. */
  readonly newest: BuildDetail | undefined
  /** State of the newest build of the default tag, or else of the newest build; undefined when there is none. */
  readonly newestState: BuildState | undefined
  readonly buildCount: number
}

export interface NewBuild {
  readonly teamId: string
  readonly teamSlug: string
  readonly alias: string
  readonly tags: readonly string[]
  /** Used when the team has no template with the alias. */
  readonly templateId: string
  readonly buildId: string
  readonly resources: Resources
  readonly nowMs: number
}

export interface TagRecord {
  readonly tag: string
  readonly buildId: string
  readonly assignedAtMs: number
}

export interface LogQuery {
  readonly levelMin: LogLevel
  /** Number of entries of that level or above to skip. */
  readonly offset: number
  readonly limit: number
}

export interface LogPageQuery {
  readonly levelMin: LogLevel
  readonly direction: 'forward' | 'backward'
  /** Only entries at or after (backward: at or before) this number. */
  readonly fromNumber?: number
  readonly fromMs?: number
  readonly limit: number
}

export type BuildChange = Partial<
  Pick<BuildDetail, 'state' | 'envdVersion' | 'finishedAtMs' | 'reason' | 'reasonStep' | 'nodeId'>
> & {
  readonly updatedAtMs: number
  readonly isOnNode?: boolean
  /** What it is started with, sealed: kept until the build ends. */
  readonly order?: string
}

/** What a build that is under way was started with. */
export interface BuildOrder {
  readonly sealed: string
  readonly isRetried: boolean
  /** Entries of its log that are from before it was started again. */
  readonly logsBefore: number
}

export interface BuildRetry {
  readonly lostNodeId: string
  readonly nodeId: string
  readonly logsBefore: number
  readonly nowMs: number
}

/** `moved`: it is not on that node any more, or has ended. `spent`: it was started again before, or cannot be. */
export type RetryOutcome = 'retried' | 'moved' | 'spent'

export interface BuildCounts {
  readonly building: number
  readonly waiting: number
}

/** The part of the store that holds templates and their builds. */
export interface BuildStore {
  /**
   * Adds the build and its tags, and the template unless the team already has it; earlier builds of these tags that
   * were not started fail. Throws already_exists (the alias is a template's id), forbidden (the name belongs to a
   * snapshot).
   */
  addBuild(build: NewBuild): Promise<{ readonly template: TemplateDetail }>
  findBuildDetail(buildId: string): Promise<BuildDetail | undefined>
  /**
   * The only way to change a requested build. `decide` gets the record, which is locked against other changes; its
   * result is written in the same transaction. Returns the updated build; undefined when there is none, or when
   * `decide` returns undefined and nothing is written.
   */
  changeBuild(
    buildId: string,
    decide: (build: BuildDetail) => BuildChange | undefined,
  ): Promise<BuildDetail | undefined>
  findBuildOrder(buildId: string): Promise<BuildOrder | undefined>
  /** Puts a build of a lost node on another one, once. */
  retryBuild(buildId: string, retry: BuildRetry): Promise<RetryOutcome>
  listBuildsInState(state: BuildState): Promise<BuildDetail[]>
  /** `waiting`: those that were requested since and were not started. */
  countBuildsUnderWay(teamId: string, requestedSinceMs: number): Promise<BuildCounts>
  /**
   * Marks requested builds that were made on the node as present exactly when they are listed. Builds that changed after
   * the node was asked are left unchanged. With `countsStored`, builds in the object store are present: the node fetches them.
   */
  markMadeBuilds(
    nodeId: string,
    buildIds: readonly string[],
    askedAtMs: number,
    options?: { readonly countsStored?: boolean },
  ): Promise<void>
  /** Returns the builds on the node that belong to no template any more. */
  unknownBuilds(buildIds: readonly string[]): Promise<string[]>

  addBuildLogs(buildId: string, entries: readonly BuildLogEntry[]): Promise<void>
  countBuildLogs(buildId: string): Promise<number>
  listBuildLogs(buildId: string, query: LogQuery): Promise<BuildLogEntry[]>
  pageBuildLogs(buildId: string, query: LogPageQuery): Promise<BuildLogEntry[]>

  findTemplateDetail(templateId: string): Promise<TemplateDetail | undefined>
  listTemplates(query: {
    readonly teamId: string
    readonly order: 'asc' | 'desc'
    readonly after?: Cursor
    readonly limit?: number
  }): Promise<ListedTemplate[]>
  listBuilds(query: {
    readonly templateId: string
    readonly after?: Cursor
    readonly limit: number
  }): Promise<BuildDetail[]>
  setTemplatePublic(templateId: string, isPublic: boolean, nowMs: number): Promise<void>
  assignTags(
    templateId: string,
    buildId: string,
    assignment: { readonly tags: readonly string[]; readonly nowMs: number },
  ): Promise<void>
  removeTags(templateId: string, tags: readonly string[]): Promise<void>
  /** Each tag once, with its current build, ordered by name. */
  listTags(templateId: string): Promise<TagRecord[]>
}

export interface RecipeBuild {
  readonly state: 'unknown' | 'building' | 'ready' | 'failed'
  /** Where a build in progress is, for people; empty if that is not known. */
  readonly progress: string
}
