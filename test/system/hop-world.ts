/** Two nodes of a cluster: a proxy and a simulated orchestrator each, and a simulated control that knows where sandboxes are. */
import { LocationState } from '@cay/contract/gen/cluster/locate_pb.js'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { SandboxOptions } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { SimulatedLocate } from '@cay/proxy/sim/simulated-locate.ts'
import {
  makeTestAuthority,
  proxyUri,
  type TestAuthority,
  writeIdentity,
} from '../support/cluster-certificates.ts'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

export interface HopNode extends ProxyWorld {
  readonly nodeId: string
  /** Where it serves the proxies of other nodes. */
  readonly address: string
}

export interface HopWorld extends AsyncDisposable {
  readonly cluster: SimulatedLocate
  readonly authority: TestAuthority
  /** Where the clients come in. */
  readonly edge: HopNode
  /** Where the sandboxes are. */
  readonly owner: HopNode
  addNode(nodeId: string, env?: Record<string, string>): Promise<HopNode>
  /** A sandbox on the owner, which control knows to be there. */
  addSandbox(options?: SandboxOptions): Sandbox
  place(sandbox: Pick<Sandbox, 'id'>, node: HopNode, epoch?: number): void
}

export async function openHopWorld(env: Record<string, string> = {}): Promise<HopWorld> {
  const cluster = new SimulatedLocate()
  const authority = await makeTestAuthority('cluster')
  const nodes: HopNode[] = []
  const addNode = async (nodeId: string, env: Record<string, string> = {}) => {
    const node = await openNode({ nodeId, env, cluster, authority })
    nodes.push(node)
    return node
  }
  const place = ({ id }: Pick<Sandbox, 'id'>, { nodeId, address }: HopNode, epoch = 1) =>
    void cluster.locations.set(id, { state: LocationState.ON_NODE, nodeId, address, epoch: BigInt(epoch) })
  const [edge, owner] = [await addNode('edge', env), await addNode('owner', env)]
  return {
    ...{ cluster, authority, edge, owner, addNode, place },
    addSandbox(options) {
      const sandbox = owner.addSandbox(options)
      place(sandbox, owner, options?.epoch)
      return sandbox
    },
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]()
    },
  }
}

interface NodeParts {
  readonly nodeId: string
  readonly env: Record<string, string>
  readonly cluster: SimulatedLocate
  readonly authority: TestAuthority
}

async function openNode({ nodeId, env, cluster, authority }: NodeParts): Promise<HopNode> {
  const world = await openProxyWorld(
    { CAY_EDGE_PORT: '0', CAY_EDGE_BIND: '127.0.0.1', ...env },
    {
      async prepare(dataDir) {
        const layout = dataLayout(dataDir)
        const { cert, key } = await authority.issue([proxyUri(nodeId)])
        writeIdentity(layout.edgeIdentity, { cert, key, ca: authority.pem })
        return await cluster.listen(layout.clusterSocket)
      },
    },
  )
  return { ...world, nodeId, address: `127.0.0.1:${world.edgePort}` }
}
