/** Renews the lease at a control process, through the socket of the node's agent. */
import { Agent } from 'node:http'
import { machine } from 'node:os'
import {
  DesiredStatus,
  LeaseVerdict,
  NodeLease,
  type RenewResponse,
} from '@cay/contract/gen/cluster/lease_pb.js'
import { errorCodeHeader } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { LeaseClient, Renewal } from '../../ports/lease.ts'

export interface LeaseSender {
  readonly bootId: string
  readonly instanceId: string
  readonly version: string
  readonly cpuFeatures: readonly string[]
  /** Digest of the runtime's program. */
  readonly runtimeId: string
  /** host:port of its proxy for the proxies of other nodes; it may change while the node runs. */
  readonly address: () => Promise<string>
}

export function connectLease(socketPath: string, sender: LeaseSender): LeaseClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://control',
    // The agent may have been restarted since the last call.
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: false }) },
    acceptCompression: [],
    interceptors: [traceCallsOut],
  })
  const client = createClient(NodeLease, transport)
  const { address, cpuFeatures, ...facts } = sender
  return {
    async renew({ incarnation, capacity, pooledBuildIds, cachedBuildIds, volumesDirectoryId }, call) {
      const { memoryTotalMb, memoryFreeMb, diskFreeMb, ...counts } = capacity
      const request = {
        ...facts,
        incarnation: BigInt(incarnation),
        arch: machine(),
        cpuFeatures: [...cpuFeatures],
        address: await address(),
        clockMs: BigInt(Date.now()),
        capacity: {
          ...counts,
          memoryTotalMb: BigInt(memoryTotalMb),
          memoryFreeMb: BigInt(memoryFreeMb),
          diskFreeMb: BigInt(diskFreeMb),
        },
        pooledBuildIds: [...pooledBuildIds],
        cachedBuildIds: [...cachedBuildIds],
        volumesDirectoryId: volumesDirectoryId ?? '',
        buildsFromRecipes: true,
      }
      return toRenewal(await client.renew(request, call).catch(named))
    },
  }
}

const statuses: Readonly<Partial<Record<DesiredStatus, SettableStatus>>> = {
  [DesiredStatus.READY]: 'ready',
  [DesiredStatus.DRAINING]: 'draining',
}

function named(error: unknown): never {
  const cause = ConnectError.from(error)
  if (cause.metadata.get(errorCodeHeader) !== 'database_unavailable') throw error
  throw new ServiceError('database_unavailable', cause.rawMessage, { cause })
}

/** A verdict that this version does not know grants nothing. */
function toRenewal({ verdict, incarnation, ...response }: RenewResponse): Renewal {
  const { leaseMs, fenceMs, killMs, desiredStatus, replicas } = response
  if (verdict !== LeaseVerdict.OK && verdict !== LeaseVerdict.LOST)
    throw new Error(`control gave an unknown verdict on the lease: ${verdict}`)
  return {
    verdict: verdict === LeaseVerdict.OK ? 'ok' : 'lost',
    incarnation: Number(incarnation),
    ...{ leaseMs, fenceMs },
    ...(killMs === 0 ? {} : { endMs: killMs }),
    desiredStatus: statuses[desiredStatus],
    replicas: replicas.length,
  }
}
