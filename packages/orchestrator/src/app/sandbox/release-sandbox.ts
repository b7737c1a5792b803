/**
 * Drops the copy of a sandbox that has another node. It has not ended, so no end is recorded, and what the object store has
 * of it belongs to the other node.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { decideEpoch, staleEpoch } from '@cay/core/sandbox/epoch.ts'
import type { PausedSandbox } from '../../ports/record.ts'
import { endContainer, type RemovalContext } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'
import { forgetEnd } from './acknowledge-ended.ts'
import { type PreemptContext, preempt } from './preempt.ts'
import type { CommandContext } from './run-command.ts'
import type { LiveRecord } from './sandbox-registry.ts'

export type ReleaseContext = CommandContext &
  PreemptContext &
  RemovalContext &
  Pick<NodeContext, 'frozenCopies' | 'pauseAgainAtMs' | 'snapshots'>

export interface Release {
  readonly sandboxId: string
  /** Copies up to this epoch are dropped. */
  readonly epoch: number
}

/** No error when there is none. Throws `request_invalid` without an epoch, `stale_epoch` for a copy of a later one. */
export function releaseSandbox(node: ReleaseContext, { sandboxId, epoch }: Release): Promise<void> {
  if (epoch === 0) throw new ServiceError('request_invalid', 'a release needs an epoch')
  preempt(node, { sandboxId, epoch })
  return node.queue.run(sandboxId, async () => {
    const known = node.registry.epochOf(sandboxId)
    if (decideEpoch(known, epoch) === 'stale') throw staleEpoch(sandboxId, known, epoch)
    await dropCopy(node, sandboxId)
  })
}

/** For callers that hold the sandbox's turn. Also forgets its end, which was that of an earlier placement. */
export async function dropCopy(node: ReleaseContext, sandboxId: string): Promise<void> {
  const record = node.registry.find(sandboxId)
  const paused = node.registry.findPaused(sandboxId)
  const { epoch = 0 } = (record ?? paused)?.claim ?? {}
  if (record !== undefined) await dropLive(node, record)
  else if (paused !== undefined) await dropPaused(node, paused)
  else return await forgetEnd(node, sandboxId)
  node.pauseAgainAtMs.delete(sandboxId)
  node.log.info(
    { event: 'sandbox.released', sandboxID: sandboxId, epoch },
    'released the copy of a sandbox that has another node',
  )
}

/** As for an end, its connections are reset while their peer still exists. */
async function dropLive(node: ReleaseContext, record: LiveRecord): Promise<void> {
  await disown(node, record)
  node.registry.release(record.claim)
  await endContainer(node, record)
}

/** The paused record goes last: without it, a restart would release the snapshot in the object store too. */
async function dropPaused(node: ReleaseContext, { claim, snapshotId }: PausedSandbox): Promise<void> {
  const copy = node.frozenCopies.take(claim.sandboxId)
  if (copy !== undefined) {
    await disown(node, copy)
    await endContainer(node, copy)
  }
  await node.snapshots.remove(snapshotId, { isHereOnly: true })
  await node.records.removePaused(claim.sandboxId)
  node.registry.release(claim)
}

/** If the node dies now, its next start removes the container as one without a sandbox. */
async function disown({ records }: ReleaseContext, record: LiveRecord): Promise<void> {
  const { claim: _, controlToken: __, ...unclaimed } = record
  await records.write(unclaimed)
}
