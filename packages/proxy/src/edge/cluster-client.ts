/** RPC client of control on its Unix socket, which on a node of a cluster leads to any control process. */
import { Agent } from 'node:http'
import { Locate, type SandboxLocation, LocationState as State } from '@cay/contract/gen/cluster/locate_pb.js'
import type { Location } from '@cay/core/routing/locations.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { bounds } from '../bounds.ts'
import type { ClusterClient } from '../ports/cluster.ts'
import { toOutcome } from './orchestrator-client.ts'

export function connectCluster(socketPath: string): ClusterClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://control',
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    readMaxBytes: bounds.orchestratorMessageBytesMax,
    acceptCompression: [],
    interceptors: [traceCallsOut],
  })
  const client = createClient(Locate, transport)
  return {
    async locate(sandboxIds, signal) {
      const { locations } = await client.locateSandboxes({ sandboxIds: [...sandboxIds] }, { signal })
      return locations.map(toLocation)
    },
    async resumeForTraffic(request, signal) {
      try {
        const { location } = await client.resumeForTraffic({ ...request }, { signal })
        return location === undefined
          ? { kind: 'unavailable' }
          : { kind: 'located', location: toLocation(location) }
      } catch (error) {
        return toOutcome(ConnectError.from(error))
      }
    },
  }
}

function toLocation({ state, nodeId, address, epoch }: SandboxLocation): Location {
  switch (state) {
    case State.ON_NODE:
      return { kind: 'on_node', nodeId, address, epoch }
    case State.PAUSED:
      return { kind: 'paused' }
    case State.PLACING:
      return { kind: 'placing' }
    case State.UNREACHABLE:
    // A state of a later version.
    case State.UNSPECIFIED:
      return { kind: 'unreachable' }
    case State.NOT_FOUND:
      return { kind: 'not_found' }
  }
}
