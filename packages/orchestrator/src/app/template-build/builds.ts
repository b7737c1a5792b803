/**
 * The builds of a node: queued, running, and ended ones that control has not acknowledged. They are in memory only: after a
 * restart of the node, control finds them gone, and finds what they have published.
 */

import { type ErrorCode, isServiceError, ServiceError } from '@cay/core/errors.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { FairSemaphore } from '@cay/kit/flow/fair-semaphore.ts'
import { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { ToolError } from '@cay/kit/host/run.ts'
import { formatElapsed } from '@cay/kit/progress.ts'
import { BuildFailure, type BuildResult, type BuildSpec, type LogEntry } from '../../ports/build-spec.ts'
import { Journal } from './journal.ts'
import type { BuildParts } from './parts.ts'
import { runBuild } from './run-build.ts'
import { Stopwatch } from './stopwatch.ts'
import { waitForRecipe } from './wait-for-recipe.ts'

export interface BuildBounds {
  /** Maximum number of concurrent builds. */
  readonly atOnceMax: number
  /** Timeout of a build in seconds; before it, it may wait as long for the template that it starts from. */
  readonly secondsMax: number
}

/** Maximum number of queued builds of a team that is alone; each of several has a share of twice as many. */
const waitingMax = 100

interface Build {
  readonly orderedAtMs: number
  readonly journal: Journal
  readonly abort: AbortController
  result: BuildResult | undefined
}

export type BuildEvent =
  | { readonly kind: 'entry'; readonly entry: LogEntry }
  | { readonly kind: 'result'; readonly result: BuildResult }

/** Why a build was cancelled. */
class BuildEnded extends Error {}

export class Builds {
  readonly #parts: BuildParts
  readonly #bounds: BuildBounds
  /** A free place goes to the team with the fewest. */
  readonly #turns: FairSemaphore
  readonly #shares: SharedLimit
  readonly #builds = new Map<string, Build>()
  readonly #underWay = new Set<Promise<void>>()

  constructor(parts: BuildParts, bounds: BuildBounds) {
    this.#parts = parts
    this.#bounds = bounds
    this.#turns = new FairSemaphore({ permits: bounds.atOnceMax })
    this.#shares = new SharedLimit(2 * (waitingMax + bounds.atOnceMax))
  }

  /** Throws ServiceError `already_exists`, `no_capacity`. */
  start(spec: BuildSpec): void {
    if (this.#builds.has(spec.buildId))
      throw new ServiceError('already_exists', `the node has build "${spec.buildId}" already`)
    const leave = this.#shares.enter(spec.teamId)
    if (leave === undefined) throw new ServiceError('no_capacity', 'too many builds of this team are queued')
    const { nowMs } = this.#parts
    const build = {
      ...{ orderedAtMs: nowMs(), journal: new Journal(nowMs) },
      ...{ abort: new AbortController(), result: undefined },
    }
    this.#builds.set(spec.buildId, build)
    const work = this.#work(spec, build).finally(() => {
      leave()
      this.#underWay.delete(work)
    })
    this.#underWay.add(work)
  }

  /** Throws ServiceError `not_found`. Ends when the build has ended, or with the signal. */
  async *watch(buildId: string, entriesSeen: number, signal: AbortSignal): AsyncGenerator<BuildEvent> {
    const build = this.#find(buildId)
    const { journal } = build
    for (let seen = entriesSeen; !signal.aborted; ) {
      const entry = journal.entries[seen]
      if (entry !== undefined) {
        seen += 1
        yield { kind: 'entry', entry }
      } else if (build.result !== undefined) {
        yield { kind: 'result', result: build.result }
        return
      } else await journal.after(seen, signal)
    }
  }

  /** Throws ServiceError `not_found`. */
  cancel(buildId: string, reason: string): void {
    this.#find(buildId).abort.abort(new BuildEnded(reason))
  }

  acknowledge(buildIds: readonly string[]): void {
    for (const buildId of buildIds)
      if (this.#builds.get(buildId)?.result !== undefined) this.#builds.delete(buildId)
  }

  /** When the oldest build that is queued or running was requested; undefined when there is none. */
  underWaySinceMs(): number | undefined {
    const orders = this.#notEnded().map(({ orderedAtMs }) => orderedAtMs)
    return orders.length === 0 ? undefined : Math.min(...orders)
  }

  known(): string[] {
    return [...this.#builds.keys()]
  }

  /** Cancels all builds; resolves when none is running. */
  async close(): Promise<void> {
    for (const { abort } of this.#builds.values()) abort.abort(new BuildEnded(buildReasons.lost))
    await Promise.all(this.#underWay)
  }

  async #work(spec: BuildSpec, build: Build): Promise<void> {
    const { journal, abort } = build
    let result: BuildResult
    try {
      await this.#waitForBase(spec, build)
      result = await this.#turns.run(spec.teamId, () => this.#run(spec, build), abort.signal)
    } catch (error) {
      result = this.#failure(error, { spec, journal, signal: abort.signal })
    }
    build.result = result
    journal.wake()
    this.#parts.tidy()
  }

  /** Takes no turn: other builds go on while a template that comes with Cay is built. */
  async #waitForBase({ source }: BuildSpec, { journal, abort }: Build): Promise<void> {
    const late = this.#endLate(abort)
    journal.phase = 'base'
    try {
      await waitForRecipe(this.#parts, source, { journal, signal: abort.signal })
    } finally {
      clearTimeout(late)
    }
    journal.phase = ''
  }

  #endLate(abort: AbortController): NodeJS.Timeout {
    const end = () => abort.abort(new BuildEnded(buildReasons.timedOut))
    return setTimeout(end, this.#bounds.secondsMax * 1000)
  }

  async #run(spec: BuildSpec, { journal, abort }: Build): Promise<BuildResult> {
    abort.signal.throwIfAborted()
    const late = this.#endLate(abort)
    const startedMs = this.#parts.nowMs()
    const watch = new Stopwatch(this.#parts.nowMs)
    const scratch = await this.#parts.scratch(spec.buildId)
    try {
      const running = { journal, signal: abort.signal, scratch: scratch.directory, watch }
      const result = await runBuild(this.#parts, spec, running)
      journal.phase = ''
      journal.note('info', `Build finished, took ${formatElapsed(this.#parts.nowMs() - startedMs)}`)
      return result
    } finally {
      clearTimeout(late)
      await scratch.remove()
      const { buildId: buildID, templateId: templateID } = spec
      this.#parts.log.info(
        { event: 'build.finished', buildID, templateID, tookMs: watch.tookMs() },
        'build finished',
      )
    }
  }

  #failure(
    error: unknown,
    { spec, journal, signal }: { spec: BuildSpec; journal: Journal; signal: AbortSignal },
  ): BuildResult {
    const { phase } = journal
    // When a build is cancelled, its sandbox fails in many ways: the reason is the cancellation.
    const cause = signal.aborted ? signal.reason : error
    const said = publicReason(cause)
    const isTheirs = said !== undefined
    const reason = said ?? buildReasons.internal
    const told = {
      buildID: spec.buildId,
      templateID: spec.templateId,
      phase,
      err: isTheirs ? undefined : error,
    }
    this.#parts.log[isTheirs ? 'info' : 'error']({ event: 'build.failed', ...told, reason }, 'build failed')
    journal.note('error', `Build failed: ${reason}`)
    return { kind: 'failed', reason, phase: cause instanceof BuildFailure ? phase : '' }
  }

  #notEnded(): Build[] {
    return [...this.#builds.values()].filter(({ result }) => result === undefined)
  }

  #find(buildId: string): Build {
    const build = this.#builds.get(buildId)
    if (build === undefined) throw new ServiceError('not_found', `the node does not know build "${buildId}"`)
    return build
  }
}

/** `request_invalid` is about a field of the build: the user wrote it. */
const publicCodes: ReadonlySet<ErrorCode> = new Set([
  ...(['no_capacity', 'disk_full', 'store_unavailable', 'request_invalid'] as const),
])

/** The message for the user, if it is one that the user can act on; undefined for an internal error. */
function publicReason(cause: unknown): string | undefined {
  if (cause instanceof BuildFailure || cause instanceof BuildEnded) return cause.message
  if (isServiceError(cause) && publicCodes.has(cause.code)) return cause.message
  return isFullDisk(cause) ? buildReasons.diskFull : undefined
}

/** A program reports a full disk on standard error. */
function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isTold = error instanceof ToolError && /ENOSPC|EDQUOT|no space left on device/i.test(error.stderr)
  return isTold || isErrno(error, 'ENOSPC', 'EDQUOT') || isFullDisk(error.cause)
}
