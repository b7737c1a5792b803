import type { Event } from '@cay/core/sandbox/state.ts'
import type { NodeSnapshot } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { applyEvent, beginOperation, type ChangeDeps, endOperation } from './change-sandbox.ts'
import { goesOnRunning } from './pause-sandbox.ts'

export type CaptureDeps = ChangeDeps & Pick<Deps, 'nodeRegistry' | 'heldSnapshots'>

export interface Capture {
  readonly sandbox: SandboxRecord
  /** The purpose of the capture. */
  readonly event: Extract<Event, 'forkRequested' | 'snapshotRequested'>
  /** A new UUID. From here on it is in `heldSnapshots`, until the caller has recorded or dropped the snapshot. */
  readonly snapshotId: string
  /** The API key that made the request; absent for requests without a key. */
  readonly keyId?: string | undefined
}

/**
 * Writes a snapshot of a running sandbox, which keeps running. The caller must hold the sandbox's queue, and must not
 * await the promise in the result while it does. That promise rejects with sandbox_not_found, node_disk_full,
 * capture_failed, node_unavailable. Undefined when the sandbox has changed since the decision.
 */
export async function beginCapture(
  deps: CaptureDeps,
  { sandbox, event, snapshotId, keyId }: Capture,
): Promise<{ done: Promise<NodeSnapshot> } | undefined> {
  const { sandboxId } = sandbox
  nodeOf(deps, sandbox)
  const begun = await beginOperation(deps, { verb: 'capture', decided: sandbox, event, keyId })
  if (begun === undefined) return undefined
  deps.heldSnapshots.set(snapshotId, nodeOf(deps, begun).nodeId)
  // A fork creates its copies from the snapshot at once and then deletes it, so it need not be durable.
  const isTransient = event === 'forkRequested'
  return {
    done: deps.writers.start(sandboxId, 'capture', {
      work: async () => {
        const { orchestrator, epoch } = nodeOf(deps, begun)
        return await orchestrator.captureSandbox({ sandboxId, snapshotId, isTransient, epoch })
      },
      settle: (result) => settleCapture(deps, begun, result),
    }),
  }
}

async function settleCapture(
  deps: CaptureDeps,
  begun: SandboxRecord,
  result: PromiseSettledResult<NodeSnapshot>,
): Promise<NodeSnapshot> {
  // When the response was lost, or the sandbox is gone, the node's next report settles the state.
  if (result.status === 'fulfilled' || goesOnRunning(result.reason)) {
    const cause = { sandboxId: begun.sandboxId, event: 'captured' } as const
    const notice = { type: 'sandbox.lifecycle.checkpointed', data: {} } as const
    const change = result.status === 'fulfilled' ? { notice } : {}
    await applyEvent(deps, cause, change, (locked) => deps.operations.isOurs(begun, locked))
  } else await endOperation(deps, begun)
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Never fails: the reconciler finds a snapshot that could not be deleted. Does nothing when no capture was started. */
export async function dropCapture(deps: CaptureDeps, snapshotId: string): Promise<void> {
  const nodeId = deps.heldSnapshots.get(snapshotId)
  if (nodeId === undefined) return
  try {
    await deps.nodeRegistry.clientsOf(nodeId).orchestrator.deleteSnapshot(snapshotId)
  } catch (error) {
    deps.log.info(
      { event: 'snapshot.delete.failed', snapshotID: snapshotId, err: error },
      'failed to delete a snapshot; the reconciler finishes it',
    )
  } finally {
    deps.heldSnapshots.delete(snapshotId)
  }
}
