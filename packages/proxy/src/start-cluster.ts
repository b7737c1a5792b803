/** What a proxy does beside its own work on a node of a cluster: it finds other nodes' sandboxes, and serves their proxies. */
import type { Destination } from '@cay/core/routing/destination.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Downstream } from './app/downstream/downstream.ts'
import type { ForwardDeps } from './app/forwarding/exchange.ts'
import { ClusterResumes, resumeInCluster } from './app/hop/cluster-resumes.ts'
import { HopConnectionPool } from './app/hop/hop-connection-pool.ts'
import { SandboxLocator } from './app/hop/sandbox-locator.ts'
import { serveHop } from './app/hop/serve-hop.ts'
import { serveInCluster } from './app/hop/serve-in-cluster.ts'
import type { RouteLookup } from './app/routing/route-lookup.ts'
import { guardRequest } from './app/serve-request.ts'
import { ExpiringSet } from './app/upstream/expiring-set.ts'
import { bounds } from './bounds.ts'
import type { ClusterConfig } from './config.ts'
import { dialPeerAs } from './edge/dial-peer.ts'
import { followIdentity } from './edge/edge-identity.ts'
import { startHopListener } from './http/hop/hop-listener.ts'
import type { AuthorizedRequest, ClusterClient, EdgeIdentity } from './ports/cluster.ts'
import type { ResumeOutcome } from './ports/orchestrator.ts'

export interface ClusterParts {
  readonly config: ClusterConfig
  readonly client: ClusterClient
}

export interface Cluster {
  /** Instead of the node's own: control chooses where a sandbox is resumed. */
  readonly resumeForTraffic: (request: AuthorizedRequest) => Promise<ResumeOutcome>
  /** Throws when the port cannot be bound. */
  start(own: OwnDeps): Promise<RunningCluster>
}

export interface RunningCluster {
  /** Port for the proxies of other nodes. */
  readonly port: number
  serve(downstream: Downstream, destination: Destination): void
  stop(): void
}

type OwnDeps = ForwardDeps & { readonly routeLookup: Pick<RouteLookup, 'refresh'> }

export function openCluster({ config, client }: ClusterParts, log: Logger): Cluster {
  let identity: EdgeIdentity | undefined
  const ownNodeId = () => identity?.nodeId ?? ''
  const locator = new SandboxLocator(client)
  const clusterResumes = new ClusterResumes({ cluster: client, locator, log })
  return {
    resumeForTraffic: resumeInCluster(clusterResumes, ownNodeId),
    async start(own) {
      const guard = (downstream: Downstream, step: () => void) => guardRequest({ log }, downstream, step)
      const hopConnections = new HopConnectionPool(dialPeerAs(() => identity))
      const { routes, pendingRequests, retryBuffers } = own
      const slowHops = new ExpiringSet({ sizeMax: bounds.rememberedPortsMax, ms: bounds.slowPathMs })
      const hop = {
        ...{ routes, locator, clusterResumes, hopConnections, pendingRequests, retryBuffers },
        ...{ slowHops, ownNodeId, log },
      }
      const clients = new WeakMap<object, number>()
      const listener = await startHopListener({
        ...{ bind: config.bind, port: config.port, log },
        serve: (downstream) => serveHop({ own, guard, clients }, downstream),
      })
      const files = await followIdentity(config.identityDirectory, {
        log,
        onChange(loaded) {
          identity = loaded
          listener.setIdentity(loaded)
        },
      })
      return {
        port: listener.port,
        serve: (downstream, destination) => serveInCluster({ own, hop, guard }, downstream, destination),
        stop() {
          files.stop()
          listener.stop()
          hopConnections.closeAll()
        },
      }
    },
  }
}
