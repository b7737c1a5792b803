import { attempt } from '../attempt.ts'
import type { Deps } from '../deps.ts'
import { type ReconcileDeps, SandboxReconciler } from '../sandbox/reconcile-sandboxes.ts'
import { type SnapshotReconcileDeps, SnapshotReconciler } from '../snapshot/reconcile-snapshots.ts'
import { syncTemplates } from '../template/sync-templates.ts'

export type FollowNodeDeps = ReconcileDeps & SnapshotReconcileDeps & Pick<Deps, 'trafficResumes' | 'builds'>

/** Interval between two full reconciliations. */
const reconcileEveryMs = 10_000
/** Delay before an unreachable node is contacted again: it doubles from the first value up to the last. */
const firstRetryMs = 100
const lastRetryMs = 2000

interface FollowedNode {
  readonly nodeId: string
  readonly sandboxes: SandboxReconciler
  readonly snapshots: SnapshotReconciler
}

/** Watches the node until the signal is aborted, across restarts of the node. Never throws. */
export async function followNode(deps: FollowNodeDeps, nodeId: string, signal: AbortSignal): Promise<void> {
  const followed = {
    nodeId,
    sandboxes: new SandboxReconciler(deps, nodeId),
    snapshots: new SnapshotReconciler(deps, nodeId),
  }
  await Promise.all([keepWatching(deps, followed, signal), keepReconciling(deps, followed, signal)])
}

async function keepWatching(
  deps: FollowNodeDeps,
  followed: FollowedNode,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = firstRetryMs
  while (!signal.aborted) {
    await attempt(deps, 'watch the node', async () => {
      await watchOnce(deps, followed, {
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
  { nodeId, sandboxes, snapshots }: FollowedNode,
  { signal, onConnected }: { signal: AbortSignal; onConnected: () => void },
): Promise<void> {
  const { orchestrator } = deps.nodeRegistry.clientsOf(nodeId)
  for await (const event of orchestrator.watchSandboxes(signal)) {
    if (event.kind === 'changed') {
      // Not awaited: the writer of each sandbox keeps the order, and a slow one must not delay the others.
      void attempt(deps, 'apply a report of the node', async () => {
        await sandboxes.compareOne(event.sandbox)
        await deps.trafficResumes.onReport(event.sandbox)
      })
      continue
    }
    onConnected()
    deps.log.info({ event: 'node.watch.started', nodeID: nodeId }, 'started to watch the node')
    void attempt(deps, 'reconcile sandboxes', () =>
      sandboxes.reconcile((sandbox) => deps.trafficResumes.onReport(sandbox)),
    )
    void attempt(deps, 'sync templates', () => syncTemplates(deps, nodeId))
    void attempt(deps, 'reconcile snapshots', () => snapshots.reconcile())
    void attempt(deps, 'reconcile builds', () => reconcileBuilds(deps, nodeId))
  }
}

async function keepReconciling(
  deps: FollowNodeDeps,
  { nodeId, sandboxes, snapshots }: FollowedNode,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await deps.clock.sleep(reconcileEveryMs, signal)
    if (signal.aborted) return
    // Each on its own: a snapshot that cannot be deleted is no reason to leave builds alone.
    await attempt(deps, 'reconcile sandboxes', () => sandboxes.reconcile())
    await attempt(deps, 'sync templates', () => syncTemplates(deps, nodeId))
    await attempt(deps, 'reconcile snapshots', () => snapshots.reconcile())
    await attempt(deps, 'reconcile builds', () => reconcileBuilds(deps, nodeId))
  }
}

async function reconcileBuilds({ builds }: FollowNodeDeps, nodeId: string): Promise<void> {
  await builds.followAll()
  await builds.reconcile(nodeId)
}
