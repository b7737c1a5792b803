/** Evicts frozen copies of paused sandboxes when the node is short of memory, and removes those that died. */
import { areFrozenCopiesAffordable } from '@cay/core/placement/admission.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { endContainer, type RemovalContext } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'

export type FrozenCopiesContext = RemovalContext & Pick<NodeContext, 'bounds' | 'frozenCopies' | 'host'>

/** Milliseconds between checks of the node's memory. */
export const evictCopiesEveryMs = 1_000

/** Never rejects. */
export async function evictFrozenCopies(node: FrozenCopiesContext): Promise<void> {
  try {
    await evict(node)
  } catch (error) {
    node.log.error(
      { event: 'frozen_copy.evict.failed', err: error },
      'failed to check the frozen copies of paused sandboxes',
    )
  }
}

async function evict(node: FrozenCopiesContext): Promise<void> {
  for (const record of node.frozenCopies.records()) {
    if (record.process !== undefined && node.runtime.isAlive(record.process)) continue
    node.frozenCopies.take(record.claim.sandboxId)
    await discardContainer(node, record)
  }
  while (node.frozenCopies.size > 0 && !(await isAffordable(node))) await evictOldestCopy(node)
}

/** Resolves with whether there was a copy. Its memory is free by then. */
export async function evictOldestCopy(node: FrozenCopiesContext): Promise<boolean> {
  const record = node.frozenCopies.takeOldest()
  if (record === undefined) return false
  await discardContainer(node, record)
  return true
}

async function isAffordable(node: FrozenCopiesContext): Promise<boolean> {
  const { memoryAvailableMb } = await node.host.room()
  return areFrozenCopiesAffordable({ copies: node.frozenCopies.size, memoryAvailableMb }, node.bounds)
}

/** Never rejects: a removal that fails is retried. */
export async function discardContainer(node: RemovalContext, record: ContainerRecord): Promise<void> {
  await endContainer(node, record).catch((error: unknown) =>
    node.log.warn(
      { event: 'container.remove.failed', containerID: record.container.id, err: error },
      'failed to end a container; retried',
    ),
  )
}
