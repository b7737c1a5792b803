import { localNodeId } from '@cay/core/placement/node-id.ts'
import type { NodeClients, NodeRegistry } from '../../ports/node-clients.ts'

/** The one node of a single machine, by whatever id a record names it. */
export function localRegistry({ orchestrator, observer, builder, volumes }: NodeClients): NodeRegistry {
  const clients = { orchestrator, observer, builder, volumes }
  return {
    isCluster: false,
    ids: () => [localNodeId],
    clientsOf: () => clients,
    assertAlive: () => undefined,
    isGivenUp: () => false,
    volumesDirectoryOf: () => undefined,
  }
}
