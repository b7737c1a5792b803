/**
 * Fetches builds that the rest of the cluster uses before a sandbox needs them: a node that has just joined gets what is in use,
 * and every node gets what another one has published. One at a time, while nothing starts, and only into room that is free: what
 * the cache would have to evict something for is fetched when it is needed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { policyOf } from '@cay/core/placement/node-status.ts'
import type { Artifacts, OfferedBuild } from '../../ports/artifact.ts'
import type { ArtifactCache } from '../../ports/artifact-cache.ts'
import type { NodeContext } from '../node/node-context.ts'
import { sizeOfCache } from './evict-cache.ts'

export interface PrefetchContext
  extends Pick<NodeContext, 'bounds' | 'host' | 'lease' | 'log' | 'nodeStatus' | 'starting' | 'templates'> {
  readonly artifacts: Pick<Artifacts, 'listOffers'>
  readonly cache: Pick<ArtifactCache, 'list'>
  /** Absent: half of what the disk can give. */
  readonly bytesMax: number | undefined
}

/** Milliseconds between rounds. */
export const prefetchEveryMs = 15_000

/** What is compressed in the object store takes so many times the room on the disk. */
const expansion = 4
/** A build that failed so often is left to the first sandbox that needs it, whose caller gets the error. */
const failuresMax = 3
const busyPollMs = 25
const busyMsMax = 5_000
const bytesPerMb = 2 ** 20

export class BuildPrefetcher {
  readonly #node: PrefetchContext
  /** What was evicted since is not fetched again unless it is used. */
  readonly #fetched = new Set<string>()
  readonly #failures = new Map<string, number>()

  constructor(node: PrefetchContext) {
    this.#node = node
  }

  /** Never rejects. */
  async round(signal: AbortSignal): Promise<void> {
    const { log, nodeStatus } = this.#node
    if (!policyOf(nodeStatus.status).isOpen) return
    try {
      for (const offer of await this.#node.artifacts.listOffers())
        if (!signal.aborted && (await this.#isWanted(offer))) await this.#fetch(offer)
    } catch (error) {
      log.debug(
        { event: 'artifact.offers.failed', err: error },
        'control did not say which builds are in use; asked again',
      )
    }
  }

  async #isWanted({ buildId, bytes }: OfferedBuild): Promise<boolean> {
    const { templates, host, bounds, cache, bytesMax } = this.#node
    if (this.#fetched.has(buildId) || (this.#failures.get(buildId) ?? 0) >= failuresMax) return false
    if ((await templates.list()).some((build) => build.buildId === buildId)) return false
    const needed = bytes * expansion
    const { diskAvailableMb } = await host.room()
    if ((diskAvailableMb - bounds.diskReserveMb) * bytesPerMb < 2 * needed) return false
    return bytesMax === undefined || sizeOfCache(await cache.list()) + needed <= bytesMax
  }

  async #fetch({ buildId }: OfferedBuild): Promise<void> {
    const { templates, log } = this.#node
    await this.#untilIdle()
    try {
      if ((await templates.fetch?.(buildId)) !== true) return
      this.#fetched.add(buildId)
      log.info(
        { event: 'artifact.prefetched', buildID: buildId },
        'fetched a build that other nodes of the cluster use',
      )
    } catch (error) {
      this.#failures.set(buildId, (this.#failures.get(buildId) ?? 0) + 1)
      log.warn(
        { event: 'artifact.prefetch.failed', buildID: buildId, err: error },
        'failed to fetch a build that other nodes of the cluster use; retried',
      )
    }
  }

  /** There may always be a create in progress, so the wait is bounded. */
  async #untilIdle(): Promise<void> {
    const deadlineMs = performance.now() + busyMsMax
    while (this.#node.starting.size > 0 && performance.now() < deadlineMs) await sleep(busyPollMs)
  }
}
