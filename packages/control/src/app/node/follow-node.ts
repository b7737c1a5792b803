import { isBlobError } from '@cay/blobs/ports/blob-error.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { collectGarbage } from '../artifact/collect-garbage.ts'
import type { Deps } from '../deps.ts'
import { pruneOldEvents, relayEvents } from '../event/audit.ts'
import { type ReconcileDeps, SandboxReconciler } from '../sandbox/reconcile-sandboxes.ts'
import { type SnapshotReconcileDeps, SnapshotReconciler } from '../snapshot/reconcile-snapshots.ts'
import { syncTemplates } from '../template/sync-templates.ts'

export type FollowNodeDeps = ReconcileDeps &
  SnapshotReconcileDeps &
  Pick<Deps, 'trafficResumes' | 'builds' | 'nodes' | 'eventDays' | 'removesGarbage'>

/** Interval between two full reconciliations. */
const reconcileEveryMs = 10_000
/** Interval between two pruning runs of the audit log. */
const pruneEveryMs = 600_000
/** Interval between two searches for unused artifacts, which look at each artifact. */
const collectEveryMs = 60_000
/** Delay before an unreachable node is contacted again: it doubles from the first value up to the last. */
const firstRetryMs = 100
const lastRetryMs = 2000

interface Reconcilers {
  readonly sandboxes: SandboxReconciler
  readonly snapshots: SnapshotReconciler
}

/** Watches the node until the signal is aborted, across restarts of the node. Never throws. */
export async function followNode(deps: FollowNodeDeps, signal: AbortSignal): Promise<void> {
  const reconcilers = { sandboxes: new SandboxReconciler(deps), snapshots: new SnapshotReconciler(deps) }
  await Promise.all([keepWatching(deps, reconcilers, signal), keepReconciling(deps, reconcilers, signal)])
}

async function keepWatching(
  deps: FollowNodeDeps,
  reconcilers: Reconcilers,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs
  while (!signal.aborted) {
    await attempt(deps, 'watch the node', async () => {
      await watchOnce(deps, reconcilers, {
        signal,
        onConnected: () => {
          retryMs = firstRetryMs
        },
      })
    })
    await deps.clock.sleep(retryMs, signal)
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }
}

async function watchOnce(
  deps: FollowNodeDeps,
  { sandboxes, snapshots }: Reconcilers,
  { signal, onConnected }: { signal: AbortSignal; onConnected: () => void },
): Promise<void> {
  for await (const event of deps.orchestrator.watchSandboxes(signal)) {
    if (event.kind === 'changed') {
      // Not awaited: the writer of each sandbox keeps the order, and a slow one must not delay the others.
      void attempt(deps, 'apply a report of the node', async () => {
        await sandboxes.compareOne(event.sandbox)
        await deps.trafficResumes.heard(event.sandbox)
      })
      continue
    }
    onConnected()
    deps.log.info({ event: 'node.watch.started' }, 'started to watch the node')
    void attempt(deps, 'reconcile sandboxes', () =>
      sandboxes.reconcile((sandbox) => deps.trafficResumes.heard(sandbox)),
    )
    void attempt(deps, 'sync templates', () => syncTemplates(deps))
    void attempt(deps, 'reconcile snapshots', () => snapshots.reconcile())
    void attempt(deps, 'reconcile builds', () => deps.builds.reconcile())
  }
}

async function keepReconciling(
  deps: FollowNodeDeps,
  { sandboxes, snapshots }: Reconcilers,
  signal: AbortSignal,
): Promise<void> {
  let prunedAtMs = Number.NEGATIVE_INFINITY
  let collectedAtMs = Number.NEGATIVE_INFINITY
  for (;;) {
    await deps.clock.sleep(reconcileEveryMs, signal)
    if (signal.aborted) return
    await attempt(deps, 'reconcile with the node', async () => {
      await sandboxes.reconcile()
      await syncTemplates(deps)
      await snapshots.reconcile()
      await deps.builds.reconcile()
    })
    await attempt(deps, 'poll the node', async () => {
      await deps.nodes.poll()
    })
    await attempt(deps, 'relay events', () => relayEvents(deps))
    if (deps.removesGarbage && deps.clock.nowMs() - collectedAtMs >= collectEveryMs) {
      collectedAtMs = deps.clock.nowMs()
      await attempt(deps, 'remove unused artifacts', () => collectGarbage(deps))
    }
    if (deps.clock.nowMs() - prunedAtMs < pruneEveryMs) continue
    prunedAtMs = deps.clock.nowMs()
    await attempt(deps, 'prune old events', () => pruneOldEvents(deps))
  }
}

/** Failures are retried, so only internal errors are logged above debug level. */
async function attempt({ log }: FollowNodeDeps, task: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const level = isServiceError(error) || isBlobError(error) ? 'debug' : 'error'
    log[level]({ event: 'node.follow.failed', task, err: error }, `failed to ${task}; retrying`)
  }
}
