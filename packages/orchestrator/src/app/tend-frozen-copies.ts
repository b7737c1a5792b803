/** Gives up copies of paused sandboxes when there is no room for them, and those that died. */
import { areFrozenCopiesAffordable } from '@cay/core/placement/admission.ts'
import type { ContainerRecord } from '../ports/record.ts'
import type { Node } from './node.ts'
import { endContainer } from './remove-container.ts'

/** Milliseconds between looks at the node's memory. */
export const tendCopiesEveryMs = 1_000

/** Never rejects. */
export async function tendFrozenCopies(node: Node): Promise<void> {
  try {
    await tend(node)
  } catch (error) {
    node.log.error({ err: error }, 'copies of paused sandboxes could not be looked at')
  }
}

async function tend(node: Node): Promise<void> {
  for (const record of node.frozenCopies.records()) {
    if (record.process !== undefined && node.runtime.isAlive(record.process)) continue
    node.frozenCopies.take(record.claim.sandboxId)
    await giveUp(node, record)
  }
  while (node.frozenCopies.size > 0 && !(await isAffordable(node))) await giveUpOldest(node)
}

/** Whether there was one. Its memory is free when this resolves. */
export async function giveUpOldest(node: Node): Promise<boolean> {
  const record = node.frozenCopies.takeOldest()
  if (record === undefined) return false
  await giveUp(node, record)
  return true
}

async function isAffordable(node: Node): Promise<boolean> {
  const { memoryAvailableMb } = await node.host.room()
  return areFrozenCopiesAffordable({ copies: node.frozenCopies.size, memoryAvailableMb }, node.bounds)
}

/** Never rejects: what cannot be removed now is retried. */
export async function giveUp(node: Node, record: ContainerRecord): Promise<void> {
  await endContainer(node, record).catch((error: unknown) =>
    node.log.warn(
      { containerID: record.container.id, err: error },
      'a container could not be ended yet; it will be tried again',
    ),
  )
}
