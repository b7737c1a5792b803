import { isServiceError } from '@cay/core/errors.ts'
import type { Deps } from '../deps.ts'
import { pruneOldEvents, relayEvents } from '../event/audit.ts'
import { type ReconcileDeps, SandboxReconciler } from '../sandbox/reconcile-sandboxes.ts'
import { type SnapshotReconcileDeps, SnapshotReconciler } from '../snapshot/reconcile-snapshots.ts'
import { syncTemplates } from '../template/sync-templates.ts'

export type FollowNodeDeps = ReconcileDeps &
  SnapshotReconcileDeps &
  Pick<Deps, 'trafficResumes' | 'builds' | 'nodes' | 'eventDays'>

/** Between two reconciliations of everything. */
const reconcileEveryMs = 10_000
/** Between two looks for events that are too old or too many. */
const pruneEveryMs = 600_000
/** Between two tries to reach a node that does not answer: doubled from the first up to the last. */
const firstRetryMs = 100
const lastRetryMs = 2000

interface Reconcilers {
  readonly sandboxes: SandboxReconciler
  readonly snapshots: SnapshotReconciler
}

/** Follows the node until the signal fires, through its going away and coming back. Throws nothing. */
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
    await quietly(deps, 'the watch of the node ended', async () => {
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
      // Not waited for: the writer of each sandbox keeps the order, and a slow one must not hold up the others.
      void quietly(deps, 'a change could not be taken over', async () => {
        await sandboxes.compareOne(event.sandbox)
        deps.trafficResumes.heard(event.sandbox)
      })
      continue
    }
    onConnected()
    deps.log.info('following the node')
    void quietly(deps, 'the list could not be taken over', () =>
      sandboxes.reconcile((sandbox) => deps.trafficResumes.heard(sandbox)),
    )
    void quietly(deps, 'the templates could not be taken over', () => syncTemplates(deps))
    void quietly(deps, 'the snapshots could not be taken over', () => snapshots.reconcile())
    void quietly(deps, 'the builds could not be taken over', () => deps.builds.reconcile())
  }
}

async function keepReconciling(
  deps: FollowNodeDeps,
  { sandboxes, snapshots }: Reconcilers,
  signal: AbortSignal,
): Promise<void> {
  let prunedAtMs = Number.NEGATIVE_INFINITY
  for (;;) {
    await deps.clock.sleep(reconcileEveryMs, signal)
    if (signal.aborted) return
    await quietly(deps, 'the node could not be looked at', async () => {
      await sandboxes.reconcile()
      await syncTemplates(deps)
      await snapshots.reconcile()
      await deps.builds.reconcile()
    })
    await quietly(deps, 'the node could not be described', async () => {
      await deps.nodes.poll()
    })
    await quietly(deps, 'the outbox could not be relayed', () => relayEvents(deps))
    if (deps.clock.nowMs() - prunedAtMs < pruneEveryMs) continue
    prunedAtMs = deps.clock.nowMs()
    await quietly(deps, 'old events could not be forgotten', () => pruneOldEvents(deps))
  }
}

/** What fails here is tried again: only faults of ours are worth more than a debug line. */
async function quietly({ log }: FollowNodeDeps, what: string, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    log[isServiceError(error) ? 'debug' : 'error']({ err: error }, what)
  }
}
