/** Writes a snapshot of a running sandbox, which keeps running at the same address. A failure leaves no snapshot. */
import { ServiceError } from '@cay/core/errors.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { partyOf } from '../../ports/record.ts'
import type { Snapshot } from '../../ports/snapshot.ts'
import { ensureAwake, type WakeContext } from '../idle/wake-sandbox.ts'
import type { NodeContext } from '../node/node-context.ts'
import { preemptible } from '../sandbox/preempt.ts'
import { type CommandContext, runCommand } from '../sandbox/run-command.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'
import { type DropSnapshotContext, removeSnapshot } from './drop-snapshot.ts'
import { type SaveMemoryContext, saveMemory, snapshotFacts } from './save-memory.ts'

export type CaptureContext = CommandContext &
  DropSnapshotContext &
  SaveMemoryContext &
  WakeContext &
  Pick<NodeContext, 'captureQueue' | 'captures' | 'uploads'>

export interface CaptureRequest {
  readonly sandboxId: string
  /** A UUID. */
  readonly snapshotId: string
  /** It need not survive a power failure. */
  readonly isTransient?: boolean
  readonly epoch?: number
}

/** Throws `sandbox_not_found` (also for a paused one), `already_exists`, `disk_full`, `conflict`, `store_unavailable`. */
export function captureSandbox(node: CaptureContext, request: CaptureRequest): Promise<Snapshot> {
  const { sandboxId } = request
  return runCommand(node, request, async (preempted) => {
    const record = node.registry.find(sandboxId)
    if (record === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist, or does not run`)
    return await node.captureQueue.run(sandboxId, async () => {
      await ensureAwake(node, sandboxId)
      return await preemptible(preempted, () => capture(node, record, request, preempted))
    })
  })
}

async function capture(
  node: CaptureContext,
  record: LiveRecord,
  request: CaptureRequest,
  preempted: AbortSignal,
): Promise<Snapshot> {
  const { snapshotId, isTransient = false } = request
  if (await node.snapshots.has(snapshotId))
    throw new ServiceError('already_exists', `snapshot "${snapshotId}" already exists`)
  try {
    const save = async () => {
      await saveMemoryOf(node, record, snapshotId, preempted)
      const facts = {
        ...snapshotFacts(node, record, snapshotId),
        kind: 'memory' as const,
        owner: 'caller' as const,
      }
      return await node.snapshots.publish(facts, record.container.rootfs, { isTransient })
    }
    const party = partyOf(record.claim)
    const snapshot = await node.captures.run(party, save, preempted)
    const upload = () => node.snapshots.upload(snapshotId)
    if (!isTransient) await abortable(node.uploads.run(party, upload, preempted), preempted)
    node.log.info(
      { event: 'sandbox.captured', sandboxID: record.claim.sandboxId, snapshotID: snapshotId },
      'sandbox captured',
    )
    return snapshot
  } catch (error) {
    await removeSnapshot(node, snapshotId)
    throw error
  }
}

/** The sandbox only waits until its memory is written, and not until the snapshot is durable. */
async function saveMemoryOf(
  node: CaptureContext,
  record: LiveRecord,
  snapshotId: string,
  preempted: AbortSignal,
): Promise<void> {
  // Its timeout may have been moved, and may be moved meanwhile.
  const now = () => node.registry.find(record.claim.sandboxId) ?? record
  node.registry.put(now(), 'capturing')
  try {
    const begin = async () => (await node.snapshots.begin(snapshotId)).checkpoint
    await saveMemory(node, record, begin, preempted)
  } finally {
    node.registry.put(now())
  }
}
