/** A place on the node for a sandbox that is about to have a container. Throws ServiceError `no_capacity`. */
import { ServiceError } from '@cay/core/errors.ts'
import { decideAdmission } from '@cay/core/placement/admission.ts'
import type { Node } from './node.ts'

/** Runs the task with a place, which is given back at its end; between the decision and the taking nothing else runs. */
export async function withPlace<T>(node: Node, sandboxId: string, task: () => Promise<T>): Promise<T> {
  const room = await node.host.room()
  const sandboxes = node.registry.size + node.starting.size
  const admission = decideAdmission({ ...room, sandboxes }, node.bounds)
  if (admission.kind === 'refused') throw new ServiceError('no_capacity', admission.reason)
  node.starting.add(sandboxId)
  try {
    return await task()
  } finally {
    node.starting.delete(sandboxId)
  }
}
