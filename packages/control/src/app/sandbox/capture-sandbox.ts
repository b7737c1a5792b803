import type { Event } from '@cay/core/sandbox/state.ts'
import type { NodeSnapshot } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { applyEvent, type ChangeDeps } from './change-sandbox.ts'
import { goesOnRunning } from './pause-sandbox.ts'

export type CaptureDeps = ChangeDeps & Pick<Deps, 'orchestrator' | 'heldSnapshots'>

export interface Capture {
  readonly sandbox: SandboxRecord
  /** What it is captured for. */
  readonly event: Extract<Event, 'forkRequested' | 'snapshotRequested'>
  /** A UUID of its own; from here on it is in `heldSnapshots`, until the caller has recorded or dropped it. */
  readonly snapshotId: string
  /** The key that requested it; absent: no key did. */
  readonly keyId?: string | undefined
}

/**
 * Writes a snapshot of a running sandbox, which goes on. For whoever holds its queue; the promise in the record is not
 * to be waited for by them. It rejects with sandbox_not_found, node_disk_full, capture_failed, node_unavailable.
 */
export async function beginCapture(
  deps: CaptureDeps,
  { sandbox, event, snapshotId, keyId }: Capture,
): Promise<{ done: Promise<NodeSnapshot> }> {
  const { sandboxId } = sandbox
  deps.heldSnapshots.add(snapshotId)
  // The copies of a fork are made of it at once, and it goes.
  const isTransient = event === 'forkRequested'
  await applyEvent(deps, { sandboxId, event, keyId })
  return {
    done: deps.writers.start(sandboxId, 'capture', {
      work: () => deps.orchestrator.captureSandbox({ sandboxId, snapshotId, isTransient }),
      settle: (result) => settleCapture(deps, sandboxId, result),
    }),
  }
}

async function settleCapture(
  deps: CaptureDeps,
  sandboxId: string,
  result: PromiseSettledResult<NodeSnapshot>,
): Promise<NodeSnapshot> {
  // Of an answer that was lost, and of a sandbox that is gone, the node's next report tells the end.
  if (result.status === 'fulfilled' || goesOnRunning(result.reason))
    await applyEvent(deps, { sandboxId, event: 'captured' })
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** No failure: what is left of it is found by the reconciler. Nothing when none was begun. */
export async function dropCapture(deps: CaptureDeps, snapshotId: string): Promise<void> {
  if (!deps.heldSnapshots.has(snapshotId)) return
  try {
    await deps.orchestrator.deleteSnapshot(snapshotId)
  } catch (error) {
    deps.log.info(
      { event: 'snapshot.delete.failed', snapshotID: snapshotId, err: error },
      'failed to delete a snapshot; the reconciler finishes it',
    )
  } finally {
    deps.heldSnapshots.delete(snapshotId)
  }
}
