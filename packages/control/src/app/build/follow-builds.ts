/**
 * Reconciles build records with the node: copies logs and results as they arrive, and fails builds that were not
 * started in time or that the node no longer knows. It is level-triggered and idempotent, so it may run at any moment,
 * any number of times.
 */

import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { limits } from '@cay/contract/limits.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import {
  type BuildEvent,
  type BuildState,
  buildReasons,
  decideBuild,
} from '@cay/core/template/build-state.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { BuildChange, BuildDetail, BuilderClient, BuildLogEntry, BuildNews } from '../../ports/build.ts'
import type { Clock, Sealer } from '../../ports/host.ts'
import type { NodeRegistry } from '../../ports/node-clients.ts'
import type { Store } from '../../ports/store.ts'
import { attempt } from '../attempt.ts'
import type { BuildPlacer } from './build-placer.ts'
import { retryElsewhere, startAgain } from './retry-build.ts'

/** Delay before a build is watched again after the watch failed. */
const retryMs = 1000
/** Time in milliseconds within which a build that was started has reached the node, or never will. */
const startMsMax = 60_000
/** Maximum number of log entries per write. */
const batchMax = 200

export interface FollowDeps {
  readonly store: Store
  readonly nodeRegistry: NodeRegistry
  readonly clock: Clock
  readonly log: Logger
  /** Undefined: there is no object store. */
  readonly blobs: BlobStore | undefined
  readonly sealer: Sealer
  readonly buildPlacer: BuildPlacer
}

export interface BuildEnd {
  readonly reason?: string
  readonly reasonStep?: string
  readonly envdVersion?: string
  /** The node that it starts on. */
  readonly nodeId?: string
  /** What it starts with, sealed. */
  readonly order?: string
}

export class BuildFollower {
  readonly #deps: FollowDeps
  readonly #followed = new Map<string, Promise<void>>()
  /** Builds whose start request is in flight: the node may not know them yet. */
  readonly #starting = new Set<string>()
  readonly #closed = new AbortController()

  constructor(deps: FollowDeps) {
    this.#deps = deps
  }

  /** Ends builds that nobody started in time, and watches those that nobody watches. */
  async followAll(): Promise<void> {
    const { store, clock } = this.#deps
    for (const build of await store.listBuildsInState('waiting'))
      if (clock.nowMs() - build.createdAtMs > limits.buildWaitingMsMax)
        await this.change(build.buildId, 'expire', { reason: buildReasons.expired })
    for (const { buildId } of await store.listBuildsInState('building')) this.follow(buildId)
  }

  /** Compares the builds on a node with the records. Throws node_unavailable. */
  async reconcile(nodeId: string): Promise<void> {
    const { store, clock } = this.#deps
    const builder = this.#builderOf(nodeId)
    const askedAtMs = clock.nowMs()
    const { made, knownBuildIds } = await builder.listMade()
    const ids = made.map(({ buildId }) => buildId)
    await store.markMadeBuilds(nodeId, ids, askedAtMs, { countsStored: this.#deps.blobs !== undefined })
    const unknown = await store.unknownBuilds(ids)
    // What cannot be deleted is no reason to let others run.
    if (unknown.length > 0) await attempt(this.#deps, 'delete builds', () => builder.deleteBuilds(unknown))
    await this.#endOver(builder, knownBuildIds)
  }

  #builderOf(nodeId: string): BuilderClient {
    return this.#deps.nodeRegistry.clientsOf(nodeId).builder
  }

  /**
   * Cancels builds that are over by the records, or whose templates were deleted: no request waits for them, and nothing else would
   * tell the node when control was killed before it did.
   */
  async #endOver(builder: BuilderClient, knownBuildIds: readonly string[]): Promise<void> {
    const over: string[] = []
    for (const buildId of knownBuildIds) if (await this.#isOver(buildId)) over.push(buildId)
    // The node may have been told meanwhile, and forgotten the build.
    for (const buildId of over)
      await attempt(this.#deps, 'cancel a build', () => builder.cancelBuild(buildId, buildReasons.cancelled))
    // Only ended builds are acknowledged; the others are found again by the next run.
    if (over.length > 0) await builder.acknowledgeBuilds(over)
  }

  async #isOver(buildId: string): Promise<boolean> {
    const build = await this.#deps.store.findBuildDetail(buildId)
    return build?.state !== 'building' && build?.state !== 'waiting'
  }

  /** Prevents the reconciler from treating the build as lost while the task sends it to the node. */
  async whileStarting<T>(buildId: string, task: () => Promise<T>): Promise<T> {
    this.#starting.add(buildId)
    try {
      return await task()
    } finally {
      this.#starting.delete(buildId)
    }
  }

  /** Watches the build until it has ended. Repeated calls share one watch. */
  follow(buildId: string): void {
    if (this.#followed.has(buildId) || this.#starting.has(buildId) || this.#closed.signal.aborted) return
    const following = this.#keepFollowing(buildId).finally(() => this.#followed.delete(buildId))
    this.#followed.set(buildId, following)
  }

  /** Returns the updated build; undefined when the build does not exist or the event does not apply to its state. */
  async change(buildId: string, event: BuildEvent, end: BuildEnd = {}): Promise<BuildDetail | undefined> {
    const { store, clock, log } = this.#deps
    const changed = await store.changeBuild(buildId, ({ state }) => {
      const outcome = decideBuild(state, event)
      return outcome.kind === 'become' ? toChange(outcome.state, end, clock.nowMs()) : undefined
    })
    if (changed !== undefined) {
      const { state, reason } = changed
      const why = reason === null ? {} : { reason }
      log.info({ event: 'build.state.changed', buildID: buildId, state, ...why }, 'build changed its state')
    }
    return changed
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.all(this.#followed.values())
  }

  async #keepFollowing(buildId: string): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      try {
        if (await this.#followOnce(buildId)) return
      } catch (error) {
        if (signal.aborted) return
        this.#deps.log[isServiceError(error) ? 'debug' : 'warn'](
          { event: 'build.watch.failed', buildID: buildId, err: error },
          'failed to watch a build; retrying',
        )
      }
      await this.#deps.clock.sleep(retryMs, signal)
    }
  }

  /** Returns whether the build has ended. */
  async #followOnce(buildId: string): Promise<boolean> {
    const { store, nodeRegistry } = this.#deps
    const { signal } = this.#closed
    const build = await store.findBuildDetail(buildId)
    const nodeId = build?.nodeId
    // It was deleted, or another control process is about to choose a node for it.
    if (build === undefined || nodeId === undefined || nodeId === null)
      return !(await this.#isStartedByOther(buildId))
    if (await this.#isNodeLost(nodeId)) {
      if (await retryElsewhere(this.#deps, build)) return false
      await this.change(buildId, 'lose', { reason: buildReasons.nodeLost })
      return true
    }
    const builder = this.#builderOf(nodeId)
    let seen = await store.countBuildLogs(buildId)
    const batch = new LogBatch((entries) => store.addBuildLogs(buildId, entries))
    const before = nodeRegistry.isCluster ? ((await store.findBuildOrder(buildId))?.logsBefore ?? 0) : 0
    for await (const news of builder.watchBuild(buildId, Math.max(0, seen - before), signal)) {
      if (news.kind === 'entry') {
        await batch.add({ ...news.entry, number: seen })
        seen += 1
        continue
      }
      await batch.flush()
      await this.#end(builder, buildId, news)
      return true
    }
    await batch.flush()
    if (signal.aborted) return false
    return await this.#findLost(builder, buildId)
  }

  /** Whether what ran there was given up, by the record: what this process remembers may be older. */
  async #isNodeLost(nodeId: string): Promise<boolean> {
    const { store, nodeRegistry } = this.#deps
    if (!nodeRegistry.isCluster || nodeId === localNodeId) return false
    const node = await store.findNode(nodeId)
    return node === undefined || node.lostAtMs !== null
  }

  /** The logs are written before the end, so that a client that sees the end also sees all logs. */
  async #end(
    builder: BuilderClient,
    buildId: string,
    news: Exclude<BuildNews, { kind: 'entry' }>,
  ): Promise<void> {
    if (news.kind === 'ready') await this.change(buildId, 'finish', { envdVersion: news.envdVersion })
    else
      await this.change(buildId, 'fail', {
        reason: news.reason,
        ...(news.step === '' ? {} : { reasonStep: news.step }),
      })
    await builder.acknowledgeBuilds([buildId])
  }

  /** Another control process may be about to send the build to the node. */
  async #isStartedByOther(buildId: string): Promise<boolean> {
    const { store, clock } = this.#deps
    if (!store.isShared) return false
    const build = await store.findBuildDetail(buildId)
    return build !== undefined && clock.nowMs() - build.updatedAtMs < startMsMax
  }

  /** The node does not know the build: it has finished, or it is lost. */
  async #findLost(builder: BuilderClient, buildId: string): Promise<boolean> {
    const { made, knownBuildIds } = await builder.listMade()
    if (knownBuildIds.includes(buildId)) return false
    const found = made.find((one) => one.buildId === buildId)
    const again = found === undefined ? await startAgain(this.#deps, buildId) : 'begun'
    if (again === 'sent' || (await this.#isStartedByOther(buildId))) return false
    if (found === undefined)
      await this.change(buildId, 'lose', {
        reason: again === 'late' ? buildReasons.unsent : buildReasons.lost,
      })
    else await this.change(buildId, 'finish', { envdVersion: found.envdVersion })
    return true
  }
}

function toChange(
  state: BuildState,
  { reason, reasonStep, envdVersion, nodeId, order }: BuildEnd,
  nowMs: number,
): BuildChange {
  return {
    state,
    updatedAtMs: nowMs,
    ...(state === 'building' ? {} : { finishedAtMs: nowMs }),
    ...(state === 'ready' ? { isOnNode: true } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(reasonStep === undefined ? {} : { reasonStep }),
    ...(envdVersion === undefined ? {} : { envdVersion }),
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(order === undefined ? {} : { order }),
  }
}

/**
 * Entries arrive one by one and are written in batches: when a batch is full, or when no entry has arrived for a
 * moment.
 */
class LogBatch {
  readonly #write: (entries: readonly BuildLogEntry[]) => Promise<void>
  #entries: BuildLogEntry[] = []
  #writing: Promise<void> = Promise.resolve()
  #isDue = false

  constructor(write: (entries: readonly BuildLogEntry[]) => Promise<void>) {
    this.#write = write
  }

  async add(entry: BuildLogEntry): Promise<void> {
    this.#entries.push(entry)
    if (this.#entries.length >= batchMax) return await this.flush()
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      // The next flush reports the failure again.
      this.flush().catch(() => undefined)
    })
  }

  async flush(): Promise<void> {
    const entries = this.#entries
    this.#entries = []
    if (entries.length > 0) this.#writing = this.#writing.then(() => this.#write(entries))
    await this.#writing
  }
}
