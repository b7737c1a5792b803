/** Admits sandboxes that are about to have a container. Throws ServiceError `no_capacity`. */
import { ServiceError } from '@cay/core/errors.ts'
import { type Admission, decideAdmission } from '@cay/core/placement/admission.ts'
import { checkOpen } from '@cay/core/placement/node-status.ts'
import { UnresponsiveGuestError } from '../../ports/guest.ts'
import { evictOldestCopy, type FrozenCopiesContext } from '../pause/evict-frozen-copies.ts'
import type { NodeContext } from './node-context.ts'

export type OpenContext = Pick<NodeContext, 'lease' | 'nodeStatus'>
export type AdmitContext = FrozenCopiesContext & OpenContext & Pick<NodeContext, 'registry' | 'starting'>

/** Throws `no_capacity` when nothing may start on the node, whatever room there is. */
export function checkStarts({ lease, nodeStatus }: OpenContext): void {
  checkOpen(nodeStatus.status)
  lease.checkHeld()
}

/** Runs the task once the sandbox is admitted; frozen copies of paused sandboxes are evicted to make room for it. */
export async function withAdmission<T>(
  node: AdmitContext,
  sandboxId: string,
  task: () => Promise<T>,
): Promise<T> {
  checkStarts(node)
  let admission = await admit(node, sandboxId)
  while (lacksRoom(admission) && (await evictOldestCopy(node))) admission = await admit(node, sandboxId)
  if (admission.kind === 'refused') throw new ServiceError('no_capacity', admission.reason)
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof UnresponsiveGuestError)) throw cause
    // Most of all a node with too much to do: another one may be quicker, and so may this one be later.
    const message = 'the new sandbox did not respond in time; the node may be overloaded'
    throw new ServiceError('no_capacity', message, { cause, context: { why: cause.message } })
  } finally {
    node.starting.delete(sandboxId)
  }
}

/** An evicted copy frees memory and disk, and does not count as a sandbox. */
function lacksRoom(admission: Admission): boolean {
  return admission.kind === 'refused' && admission.lack !== 'places'
}

/** Nothing else runs between the decision and the entry in `starting`. */
async function admit(node: AdmitContext, sandboxId: string): Promise<Admission> {
  const room = await node.host.room()
  const sandboxes = node.registry.size + node.starting.size
  const admission = decideAdmission({ ...room, sandboxes }, node.bounds)
  if (admission.kind === 'admitted') node.starting.add(sandboxId)
  return admission
}
