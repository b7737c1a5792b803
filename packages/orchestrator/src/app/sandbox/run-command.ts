/**
 * Runs commands for sandboxes, each in its turn. A command that belongs to an earlier placement of its sandbox is refused; the
 * epoch of a later one is recorded before anything else is done.
 */
import { decideEpoch, staleEpoch } from '@cay/core/sandbox/epoch.ts'
import type { NodeContext } from '../node/node-context.ts'

export type CommandContext = Pick<NodeContext, 'queue' | 'records' | 'registry'>

export interface Command {
  readonly sandboxId: string
  /** 0 or absent: not given. */
  readonly epoch?: number | undefined
}

/** Throws `stale_epoch`, and what the task throws. */
export function runCommand<T>(
  node: CommandContext,
  command: Command,
  task: (preempted: AbortSignal) => Promise<T>,
): Promise<T> {
  return node.queue.run(command.sandboxId, async (preempted) => {
    await acceptEpoch(node, command)
    return await task(preempted)
  })
}

/** For callers that hold the sandbox's turn. */
export async function acceptEpoch(node: CommandContext, { sandboxId, epoch = 0 }: Command): Promise<void> {
  const known = node.registry.epochOf(sandboxId)
  const decision = decideEpoch(known, epoch)
  if (decision === 'stale') throw staleEpoch(sandboxId, known, epoch)
  if (decision === 'raised') await raiseEpoch(node, sandboxId, epoch)
}

/** One that has ended keeps its epoch, because nothing is done to it any more. */
async function raiseEpoch(node: CommandContext, sandboxId: string, epoch: number): Promise<void> {
  const record = node.registry.find(sandboxId)
  const paused = node.registry.findPaused(sandboxId)
  if (record !== undefined) {
    const raised = { ...record, claim: { ...record.claim, epoch } }
    await node.records.write(raised)
    node.registry.change(raised)
  } else if (paused !== undefined) {
    await node.records.writePausedEpoch(sandboxId, epoch)
    node.registry.putPaused({ ...paused, claim: { ...paused.claim, epoch } })
  }
}
