/** Gives up copies of paused sandboxes when there is no room for them, and those that died. */
import { areFrozenCopiesAffordable } from '@cay/core/placement/admission.ts'
import type { ContainerRecord } from '../../ports/record.ts'
import { endContainer } from '../container/remove-container.ts'
import type { NodeContext } from '../node/node-context.ts'

/** Milliseconds between looks at the node's memory. */
export const tendCopiesEveryMs = 1_000

/** Never rejects. */
export async function tendFrozenCopies(node: NodeContext): Promise<void> {
  try {
    await tend(node)
  } catch (error) {
    node.log.error({ err: error }, 'copies of paused sandboxes could not be looked at')
  }
}

async function tend(node: NodeContext): Promise<void> {
  for (const record of node.frozenCopies.records()) {
    if (record.process !== undefined && node.runtime.isAlive(record.process)) continue
    node.frozenCopies.take(record.claim.sandboxId)
    await giveUp(node, record)
  }
  while (node.frozenCopies.size > 0 && !(await isAffordable(node))) await giveUpOldest(node)
}

/** Whether there was one. Its memory is free when this resolves. */
export async function giveUpOldest(node: NodeContext): Promise<boolean> {
  const record = node.frozenCopies.takeOldest()
  if (record === undefined) return false
  await giveUp(node, record)
  return true
}

async function isAffordable(node: NodeContext): Promise<boolean> {
  const { memoryAvailableMb } = await node.host.room()
  return areFrozenCopiesAffordable({ copies: node.frozenCopies.size, memoryAvailableMb }, node.bounds)
}

/** Never rejects: what cannot be removed now is retried. */
export async function giveUp(node: NodeContext, record: ContainerRecord): Promise<void> {
  await endContainer(node, record).catch((error: unknown) =>
    node.log.warn(
      { containerID: record.container.id, err: error },
      'a container could not be ended yet; it will be tried again',
    ),
  )
}
