/** Wires what of the node is in the object store. Without one, nothing of this exists. */
import { checkStore } from '@cay/blobs/app/check-store.ts'
import { directoryStore } from '@cay/blobs/edge/directory-store.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Logger } from '@cay/kit/log.ts'
import { evictCache, evictCacheEveryMs } from '../app/artifact/evict-cache.ts'
import { BuildPrefetcher, type PrefetchContext, prefetchEveryMs } from '../app/artifact/prefetch-builds.ts'
import { storeUnsent, storeUnsentEveryMs, type UnsentBuild } from '../app/artifact/store-unsent.ts'
import { SegmentUploader } from '../app/logs/segment-uploader.ts'
import { startSegmentUpload } from '../app/logs/start-segment-upload.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { ObjectStoreSettings } from '../config.ts'
import { templateLayout } from '../dialect/template/template-layout.ts'
import { fileArtifactCache } from '../edge/artifact/file-artifact-cache.ts'
import { lastUses } from '../edge/artifact/last-uses.ts'
import { GarbageRemover, removeGarbageEveryMs } from '../edge/artifact/remove-garbage.ts'
import { openSegmentArchive } from '../edge/artifact/segment-archive.ts'
import type { SharedRootfs } from '../edge/artifact/shared-rootfs.ts'
import type { StoredBuilds } from '../edge/artifact/stored-builds.ts'
import { openStoredHistory } from '../edge/artifact/stored-history.ts'
import { storedRuntimes } from '../edge/artifact/stored-runtimes.ts'
import { type StoredSnapshots, storedSnapshots } from '../edge/artifact/stored-snapshots.ts'
import type { LogFiles } from '../edge/logs/log-files.ts'
import { storedLogs } from '../edge/logs/stored-logs.ts'
import type { SeriesFiles } from '../edge/metrics/series-files.ts'
import { storedSeries } from '../edge/metrics/stored-series.ts'
import type { FileSnapshots } from '../edge/snapshot/file-snapshots.ts'
import type { Artifacts } from '../ports/artifact.ts'
import type { Clock } from '../ports/host.ts'
import type { LogStore, SeriesStore } from '../ports/observe.ts'
import type { SandboxHistory } from '../ports/segments.ts'
import { connectStore } from './connect-store.ts'

export interface StoredParts {
  readonly artifacts: Artifacts
  readonly snapshots: StoredSnapshots
  readonly builds: StoredBuilds
  readonly logStore: LogStore
  readonly seriesStore: SeriesStore
  readonly history: SandboxHistory
  /** Whether nobody waits for the object store. */
  readonly isDeferred: boolean
  /** Starts what goes on in the background; call the result to stop it. */
  start(node: NodeContext, onEvicted: () => Promise<void>): () => Promise<void>
  noteUse(build: UnsentBuild): void
}

export interface ArtifactWiring {
  readonly dataDir: string
  readonly settings: ObjectStoreSettings
  readonly local: FileSnapshots
  readonly logFiles: LogFiles
  readonly seriesFiles: SeriesFiles
  readonly clock: Clock
  readonly log: Logger
}

export async function wireArtifacts(wiring: ArtifactWiring): Promise<StoredParts> {
  const { dataDir, settings, local, logFiles, seriesFiles, clock, log } = wiring
  const { directory, isDeferred } = settings
  const { records, artifacts, rootfs, builds } = await connectStore(dataDir, settings)
  // Control cannot reach it, and checks any other store.
  if (directory !== undefined)
    await checkStore(directoryStore(directory), {
      retryPolicy: noRetries,
      signal: AbortSignal.timeout(10_000),
    })
  await rootfs.sweep(0)
  await builds.sweep()
  const runtimes = storedRuntimes(dataDir, artifacts)
  const uses = lastUses(clock)
  const snapshots = storedSnapshots({ local, artifacts, rootfs, runtimes, uses, log, isDeferred })
  const { sharedRootfs } = dataLayout(dataDir)
  const cache = fileArtifactCache({ dataDir, sharedRootfs, snapshots, builds, uses })
  const { segmentUploads, adoptedSandboxes } = dataLayout(dataDir)
  const archive = await openSegmentArchive(segmentUploads, artifacts)
  const history = await openStoredHistory(adoptedSandboxes, archive)
  return {
    ...{ artifacts, snapshots, builds, isDeferred, history },
    logStore: storedLogs(logFiles, history),
    seriesStore: storedSeries(seriesFiles, history),
    noteUse: ({ templateId, buildId }) =>
      uses.note(buildId, `${templateLayout(dataDir).template(templateId)}/${buildId}`),
    start: (node, onEvicted) => {
      const sources = [logFiles, seriesFiles]
      const isAlive = (sandboxId: string) => (node.registry.view(sandboxId)?.phase ?? 'ended') !== 'ended'
      const stopLogs = startSegmentUpload(node, new SegmentUploader({ sources, archive, isAlive, log }))
      const stopStoring = repeat(storeUnsentEveryMs, () =>
        storeUnsent({ ...node, artifacts, snapshots, builds }),
      )
      const stopEvicting = repeat(evictCacheEveryMs, () =>
        evictCache({ ...node, artifacts, cache, bytesMax: settings.cacheBytesMax, onEvicted }),
      )
      const stopped = new AbortController()
      const stopPrefetching = node.lease.isMember
        ? startPrefetch({ ...node, artifacts, cache, bytesMax: settings.cacheBytesMax }, stopped.signal)
        : undefined
      const stopSweeping = repeat(sweepEveryMs, () => sweep(rootfs, log))
      const garbage =
        directory === undefined
          ? undefined
          : new GarbageRemover({ records, directory: directoryStore(directory), log })
      const stopRemoving = repeat(removeGarbageEveryMs, async () => {
        await garbage?.remove()
      })
      return async () => {
        stopped.abort()
        await stopPrefetching?.()
        await Promise.all([stopLogs(), stopEvicting(), stopStoring(), stopSweeping(), stopRemoving()])
      }
    },
  }
}

function startPrefetch(node: PrefetchContext, signal: AbortSignal): () => Promise<void> {
  const prefetcher = new BuildPrefetcher(node)
  return repeat(prefetchEveryMs, () => prefetcher.round(signal))
}

/** Milliseconds, between looks for root file systems that are used no more, and for which none may have been used. */
const sweepEveryMs = 600_000

async function sweep(rootfs: SharedRootfs, log: Logger): Promise<void> {
  try {
    await rootfs.sweep(sweepEveryMs)
  } catch (error) {
    log.warn(
      { event: 'artifact.sweep.failed', err: error },
      'failed to remove root file systems that are used no more; retried',
    )
  }
}

const noRetries = { withinMs: 0, firstDelayMs: 0, delayMsMax: 0 }

/** One round after another, the first at once. The result stops it, and resolves when the round that runs has ended. */
function repeat(everyMs: number, round: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async (): Promise<void> => {
    await round()
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, everyMs)
  }
  let running = run()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
