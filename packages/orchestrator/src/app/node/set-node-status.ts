import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import type { NodeContext } from './node-context.ts'

/** Sandboxes keep running. The pool is emptied or filled in the background. */
export async function setNodeStatus(
  node: Pick<NodeContext, 'log' | 'pool' | 'nodeStatus'>,
  status: SettableStatus,
): Promise<void> {
  await node.nodeStatus.set(status)
  node.log.info({ event: 'node.status.changed', status }, 'node status changed')
  node.pool.fill()
}
