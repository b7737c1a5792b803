/** What a node does as one of a cluster. On a single machine nothing of it is loaded. */
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { NodeLease } from '../app/lease/node-lease.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { EdgeSettings } from '../config.ts'
import { readMembership } from '../edge/lease/membership.ts'
import { addressTowards } from '../edge/lease/own-address.ts'
import type { NodeTraits } from '../ports/template.ts'
import type { InstanceFacts } from '../rpc/node-messages.ts'
import { connectToControl, openLease, type SharedParts, startLease } from './wire-lease.ts'
import { capturesMax } from './wire-node.ts'

export interface ClusterStart {
  readonly identity: InstanceFacts
  readonly traits: NodeTraits
  readonly edge: EdgeSettings
  readonly shared: SharedParts | undefined
}

export interface ClusterNode {
  readonly nodeId: string
  readonly lease: NodeLease
  /** Call it when what an earlier run left was adopted, and the result to stop it. */
  start(node: NodeContext, facts: ClusterStart): Promise<() => Promise<void>>
}

/** Undefined when the node has joined no cluster. */
export async function openMembership(dataDir: string): Promise<ClusterNode | undefined> {
  const membership = await readMembership(dataLayout(dataDir).nodeIdentity)
  if (membership === undefined) return undefined
  const { nodeId, controlAddress } = membership
  const lease = await openLease(dataDir)
  return {
    nodeId,
    lease,
    async start(node, { identity: { instanceId, version }, traits, edge, shared }) {
      const address = async () => {
        const isAny = edge.bind === '0.0.0.0' || edge.bind === '::'
        return `${isAny ? await addressTowards(await controlAddress()) : edge.bind}:${edge.port}`
      }
      const client = await connectToControl(dataDir, {
        ...{ instanceId, version, address },
        cpuFeatures: traits.cpuFeatures.split(' '),
        runtimeId: node.engine?.sha256 ?? '',
      })
      return startLease(node, { lease, client, pausesMax: capturesMax, shared })
    },
  }
}
