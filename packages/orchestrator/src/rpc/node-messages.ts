/** Maps the description of the node to protocol messages. */
import { NodeStatus } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import { type SettableStatus, settableStatuses } from '@cay/core/placement/node-status.ts'
import type { NodeDescription } from '../app/node/describe-node.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { MachineUsage } from '../ports/machine.ts'

/** Facts of this run of the service. */
export interface InstanceFacts {
  readonly nodeId: string
  readonly instanceId: string
  readonly version: string
  readonly commit: string
}

const statuses: Readonly<Record<SettableStatus, NodeStatus>> = {
  ready: NodeStatus.READY,
  draining: NodeStatus.DRAINING,
  standby: NodeStatus.STANDBY,
  unhealthy: NodeStatus.UNHEALTHY,
}

/** Throws request_invalid for an unknown status. */
export function statusOf(message: NodeStatus): SettableStatus {
  const status = settableStatuses.find((known) => statuses[known] === message)
  if (status === undefined) throw new ServiceError('request_invalid', `unknown node status ${message}`)
  return status
}

export function nodeMessage(
  {
    registry,
    starting,
    nodeStatus,
    creates,
  }: Pick<NodeContext, 'registry' | 'starting' | 'nodeStatus' | 'creates'>,
  { facts, usage, allocated, buildIds, ...instance }: NodeDescription & InstanceFacts,
) {
  const { nodeId, instanceId, version, commit } = instance
  return {
    nodeId,
    instanceId,
    version,
    commit,
    machine: facts,
    status: statuses[nodeStatus.status],
    statusChangedAtMs: BigInt(nodeStatus.changedAtMs),
    sandboxes: registry.size,
    starting: starting.size,
    createsSucceeded: BigInt(creates.succeeded),
    createsFailed: BigInt(creates.failed),
    allocatedCpus: allocated.cpus,
    allocatedMemoryBytes: BigInt(allocated.memoryMb) * 1_048_576n,
    usage: usageMessage(usage),
    buildIds: [...buildIds],
  }
}

function usageMessage({ cpuPercent, cpuCount, memory, disks }: MachineUsage) {
  return {
    cpuPercent,
    cpuCount,
    memoryUsedBytes: BigInt(memory.usedBytes),
    memoryTotalBytes: BigInt(memory.totalBytes),
    hugePagesTotal: BigInt(memory.hugePages.total),
    hugePagesUsed: BigInt(memory.hugePages.used),
    hugePagesReserved: BigInt(memory.hugePages.reserved),
    hugePageBytes: BigInt(memory.hugePageBytes),
    disks: disks.map(({ usedBytes, totalBytes, ...disk }) => ({
      ...disk,
      usedBytes: BigInt(usedBytes),
      totalBytes: BigInt(totalBytes),
    })),
  }
}
