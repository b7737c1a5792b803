/**
 * Ends the processes of a container and releases all of its resources. It is idempotent: what is gone is no error. A removal
 * that fails is retried until it succeeds, so nothing stays behind while the node runs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContainerRecord } from '../../ports/record.ts'
import type { MachineParts } from './machine-parts.ts'

export type RemovalContext = Pick<
  MachineParts,
  | 'cgroups'
  | 'disks'
  | 'log'
  | 'packetRules'
  | 'pendingRemovals'
  | 'records'
  | 'removals'
  | 'runtime'
  | 'slots'
>

const noLists = { allowOut: [], denyOut: [] }

export async function removeContainer(parts: RemovalContext, record: ContainerRecord): Promise<void> {
  const { container } = record
  try {
    await parts.runtime.kill(container, record.process)
    await parts.disks.detach(container)
    // The address belongs to the next container as soon as the slot is released.
    await parts.packetRules.set(container.slot.address, noLists)
    await parts.slots.release(container.slot)
    await parts.cgroups.remove(container.id)
    await parts.records.remove(container.id)
    parts.pendingRemovals.delete(container.id)
  } catch (error) {
    parts.pendingRemovals.set(container.id, record)
    throw error
  }
}

/** Resolves when the container's processes are gone; the rest of its resources is released in the background. */
export async function endContainer(parts: RemovalContext, record: ContainerRecord): Promise<void> {
  const { id } = record.container
  try {
    await parts.runtime.kill(record.container, record.process)
  } catch (error) {
    parts.pendingRemovals.set(id, record)
    throw error
  }
  const removal = parts.removals.run(id, async () => {
    await sleep(removeAfterEndMs)
    await removeContainer(parts, record)
  })
  removal.catch((error: unknown) =>
    parts.log.error(
      { event: 'container.remove.failed', containerID: id, err: error },
      'failed to remove a container; retried',
    ),
  )
}

/** Milliseconds for the response to reach its caller: starting the programs that remove takes as long as responding. */
const removeAfterEndMs = 25

/** Milliseconds between attempts. */
export const retryRemovalsEveryMs = 5_000

/** Never throws: what fails again stays pending. It may be called again before the last call has ended. */
export async function retryRemovals(parts: RemovalContext): Promise<void> {
  for (const [id, record] of parts.pendingRemovals) {
    try {
      // A second removal would release a slot that belongs to another container by then.
      await parts.removals.run(id, async () => {
        if (parts.pendingRemovals.has(id)) await removeContainer(parts, record)
      })
    } catch (error) {
      parts.log.error(
        { event: 'container.remove.failed', containerID: id, err: error },
        'failed to remove a container again; retried',
      )
    }
  }
}
