/**
 * Ends what is in progress for a sandbox, because its end comes next: whoever waits for its guest, for a permit or for the
 * object store gives up, and what the runtime is doing with its processes fails without them. The verb that was in progress
 * undoes its steps in its turn, and fails with `sandbox_not_found`; one that was as good as done may succeed all the same.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { decideEpoch } from '@cay/core/sandbox/epoch.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { Command } from './run-command.ts'

export type PreemptContext = Pick<NodeContext, 'log' | 'queue' | 'registry' | 'runtime'>

/** A command of an earlier placement preempts nothing. */
export function preempt(node: PreemptContext, { sandboxId, epoch = 0 }: Command): void {
  if (decideEpoch(node.registry.epochOf(sandboxId), epoch) === 'stale') return
  node.queue.preempt(sandboxId, new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" has ended`))
  const view = node.registry.view(sandboxId)
  if (view?.phase !== 'pausing' && view?.phase !== 'capturing') return
  const { container, process } = view.record
  // Its end kills it again, and reports a failure.
  node.runtime
    .kill(container, process)
    .catch((error: unknown) =>
      node.log.warn(
        { event: 'container.kill.failed', containerID: container.id, err: error },
        'failed to kill the processes of a sandbox whose capture is to end; retried',
      ),
    )
}

/** What a task throws when it was preempted says only how: its caller gets the reason. */
export async function preemptible<T>(preempted: AbortSignal, task: () => Promise<T>): Promise<T> {
  try {
    preempted.throwIfAborted()
    return await task()
  } catch (error) {
    preempted.throwIfAborted()
    throw error
  }
}
