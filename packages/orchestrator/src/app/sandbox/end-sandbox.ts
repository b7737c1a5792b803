/**
 * Ends a sandbox for good, with a reason. The end is recorded and published before anything is removed, so the next start
 * completes what a crash interrupts, and the proxy resets connections while their peer still exists. Whatever is in progress gives
 * way to a kill. The caller waits until
 * the processes of the sandbox are gone, and not until its resources are released.
 */
import { ServiceError } from '@cay/core/errors.ts'
import type { EndReason } from '@cay/core/sandbox/state.ts'
import type { ContainerRecord, PausedSandbox } from '../../ports/record.ts'
import { endContainer, type RemovalContext } from '../container/remove-container.ts'
import { type FlushLogsContext, flushLogs } from '../logs/flush-logs.ts'
import type { NodeContext } from '../node/node-context.ts'
import { type DropSnapshotContext, dropSnapshot } from '../snapshot/drop-snapshot.ts'
import { type PreemptContext, preempt } from './preempt.ts'
import { type RecordEndContext, recordEnd } from './record-end.ts'
import { type CommandContext, runCommand } from './run-command.ts'
import type { LiveRecord } from './sandbox-registry.ts'

export type EndContext = CommandContext &
  FlushLogsContext &
  DropSnapshotContext &
  PreemptContext &
  RecordEndContext &
  RemovalContext &
  Pick<NodeContext, 'frozenCopies' | 'oomWatcher' | 'queue'>

/** Throws `sandbox_not_found` when there is no such sandbox, or it has ended; `stale_epoch`. */
export function endSandbox(
  node: EndContext,
  sandboxId: string,
  reason: EndReason,
  epoch?: number,
): Promise<void> {
  preempt(node, { sandboxId, epoch })
  return runCommand(node, { sandboxId, epoch }, async () => {
    const record = node.registry.find(sandboxId)
    if (record !== undefined) return await endInTurn(node, record, reason)
    const paused = node.registry.findPaused(sandboxId)
    if (paused === undefined)
      throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" does not exist`)
    await endPaused(node, paused, reason)
  })
}

/** Ends a sandbox that was found dead. Whether it is dead is checked again in its turn. */
export function endDead(node: EndContext, sandboxId: string): Promise<void> {
  return node.queue.run(sandboxId, async () => {
    const record = node.registry.find(sandboxId)
    if (record === undefined || !hasDied(node, record)) return
    await endInTurn(node, record, await node.oomWatcher.causeOfDeath(record))
  })
}

export function hasDied({ runtime }: EndContext, { process }: Pick<ContainerRecord, 'process'>): boolean {
  return process === undefined || !runtime.isAlive(process)
}

/** For callers that hold the sandbox's turn in the queue. */
export async function endInTurn(node: EndContext, record: LiveRecord, reason: EndReason): Promise<void> {
  // A dead sandbox has no daemon that could return log lines.
  if (!hasDied(node, record)) await flushLogs(node, record)
  await recordEnd(node, { ...record, resources: record.container.resources }, reason)
  await endContainer(node, record)
}

async function endPaused(node: EndContext, paused: PausedSandbox, reason: EndReason): Promise<void> {
  const { sandboxId } = paused.claim
  await recordEnd(node, paused, reason)
  await node.records.removePaused(sandboxId).catch((error: unknown) =>
    // The record of the end takes precedence, and the acknowledgement removes both.
    node.log.warn(
      { event: 'paused_record.remove.failed', sandboxID: sandboxId, err: error },
      'failed to remove the record of a paused sandbox',
    ),
  )
  dropSnapshot(node, paused.snapshotId)
  const copy = node.frozenCopies.take(sandboxId)
  if (copy !== undefined) await endContainer(node, copy)
}
