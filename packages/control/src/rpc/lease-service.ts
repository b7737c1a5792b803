/** The RPC service by which nodes of a cluster renew their leases: decodes, calls, encodes. */
import {
  type Capacity,
  DesiredStatus,
  LeaseVerdict,
  NodeLease,
  type RenewRequest,
} from '@cay/contract/gen/cluster/lease_pb.js'
import { toServiceError } from '@cay/core/errors.ts'
import { nodeEndMs, nodeFenceMs, nodeLeaseMs } from '@cay/core/placement/decide-renewal.ts'
import { policyOf } from '@cay/core/placement/node-status.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import type { LeaseRenewals } from '../app/node/renew-lease.ts'
import type { NodeReport } from '../ports/cluster-node.ts'
import { callerNodeId } from './caller-node.ts'
import { toRpcError } from './rpc-error.ts'

export interface LeaseServiceDeps {
  readonly renewals: Pick<LeaseRenewals, 'renew'>
  /** After which a silent node is given up. */
  readonly nodeLossMs: number
  /** host:port of the control processes that serve nodes. */
  readonly replicaAddresses: () => readonly string[]
}

export function leaseRoutes({ renewals, nodeLossMs, replicaAddresses }: LeaseServiceDeps) {
  return (router: ConnectRouter) =>
    router.service(NodeLease, {
      async renew(request, { values }) {
        const nodeId = values.get(callerNodeId)
        if (nodeId === undefined) throw new ConnectError('the caller is no node', Code.PermissionDenied)
        try {
          const outcome = await renewals.renew({
            ...{ nodeId, incarnation: Number(request.incarnation), bootId: request.bootId },
            ...{ clockMs: Number(request.clockMs), report: toReport(request) },
          })
          const { record, isLost, nowMs } = outcome
          return {
            ...{ nodeId, incarnation: BigInt(record.incarnation), nowMs: BigInt(nowMs) },
            ...{ leaseMs: nodeLeaseMs, fenceMs: nodeFenceMs(nodeLossMs), killMs: nodeEndMs(nodeLossMs) },
            replicas: [...replicaAddresses()],
            verdict: isLost ? LeaseVerdict.LOST : LeaseVerdict.OK,
            desiredStatus: policyOf(record.desired).isOpen ? DesiredStatus.READY : DesiredStatus.DRAINING,
          }
        } catch (error) {
          throw toRpcError(toServiceError(error))
        }
      },
    })
}

function toReport(request: RenewRequest): NodeReport {
  const { instanceId, version, arch, runtimeId, address, pooledBuildIds, cachedBuildIds } = request
  const { buildsFromRecipes } = request
  return {
    ...{ instanceId, version, arch, runtimeId, address },
    cpuFeatures: [...request.cpuFeatures].sort().join(' '),
    capacity: toCapacity(request.capacity),
    ...{ pooledBuildIds: [...pooledBuildIds], cachedBuildIds: [...cachedBuildIds] },
    buildsFromRecipes,
    volumesDirectoryId: request.volumesDirectoryId === '' ? undefined : request.volumesDirectoryId,
  }
}

/** A node that says nothing has room for nothing. */
function toCapacity(capacity: Capacity | undefined): NodeReport['capacity'] {
  return {
    placesMax: capacity?.placesMax ?? 0,
    placesUsed: capacity?.placesUsed ?? 0,
    placesInFlight: capacity?.placesInFlight ?? 0,
    cpuCount: capacity?.cpuCount ?? 0,
    cpusAllocated: capacity?.cpusAllocated ?? 0,
    memoryTotalMb: Number(capacity?.memoryTotalMb ?? 0n),
    memoryFreeMb: Number(capacity?.memoryFreeMb ?? 0n),
    diskFreeMb: Number(capacity?.diskFreeMb ?? 0n),
  }
}
