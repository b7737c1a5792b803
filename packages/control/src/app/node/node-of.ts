import { ServiceError } from '@cay/core/errors.ts'
import type { NodeClients } from '../../ports/node-clients.ts'
import type { Observer } from '../../ports/observe.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

export interface SandboxNode extends NodeClients {
  readonly nodeId: string
  /** What commands about the sandbox carry: 0 on a single machine, where nothing moves. */
  readonly epoch: number
}

/** The node that the sandbox is on. Throws node_unavailable when it is on none, or on one that does not respond. */
export function nodeOf(
  { nodeRegistry }: Pick<Deps, 'nodeRegistry'>,
  { sandboxId, nodeId, epoch }: Pick<SandboxRecord, 'sandboxId' | 'nodeId' | 'epoch'>,
): SandboxNode {
  if (nodeId === null) throw new ServiceError('node_unavailable', `sandbox '${sandboxId}' is on no node`)
  nodeRegistry.assertAlive(nodeId)
  return { ...nodeRegistry.clientsOf(nodeId), nodeId, epoch: nodeRegistry.isCluster ? epoch : 0 }
}

/** The node that has the logs and metrics of the sandbox: the one that it is on, or where it was paused. */
export function observerOf(
  { nodeRegistry }: Pick<Deps, 'nodeRegistry'>,
  { sandboxId, nodeId, originId }: Pick<SandboxRecord, 'sandboxId' | 'nodeId' | 'originId'>,
): Observer {
  const at = nodeId ?? originId
  if (at === null) throw new ServiceError('node_unavailable', `sandbox '${sandboxId}' is on no node`)
  return nodeRegistry.clientsOf(at).observer
}
