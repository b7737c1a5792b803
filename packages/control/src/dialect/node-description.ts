/** Translates between protocol messages and records of a node's description. Pure. */
import { type DescribeNodeResponse, NodeStatus } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { type SettableStatus, settableStatuses } from '@cay/core/placement/node-status.ts'
import type { NodeDescription } from '../ports/node.ts'

export const statusNumbers: Readonly<Record<SettableStatus, NodeStatus>> = {
  ready: NodeStatus.READY,
  draining: NodeStatus.DRAINING,
  standby: NodeStatus.STANDBY,
  unhealthy: NodeStatus.UNHEALTHY,
}

/** An unknown status of a newer node is treated as one that accepts no sandboxes. */
function toStatus(number: NodeStatus): SettableStatus {
  return settableStatuses.find((known) => statusNumbers[known] === number) ?? 'unhealthy'
}

export function toDescription(message: DescribeNodeResponse): NodeDescription {
  const { machine, usage } = message
  return {
    nodeId: message.nodeId,
    instanceId: message.instanceId,
    version: message.version,
    commit: message.commit,
    machine: {
      cpuFamily: machine?.cpuFamily ?? '',
      cpuModel: machine?.cpuModel ?? '',
      cpuModelName: machine?.cpuModelName ?? '',
      cpuArchitecture: machine?.cpuArchitecture ?? '',
    },
    status: toStatus(message.status),
    statusChangedAtMs: Number(message.statusChangedAtMs),
    sandboxes: message.sandboxes,
    starting: message.starting,
    createsSucceeded: Number(message.createsSucceeded),
    createsFailed: Number(message.createsFailed),
    allocatedCpus: message.allocatedCpus,
    allocatedMemoryBytes: Number(message.allocatedMemoryBytes),
    usage: {
      cpuPercent: usage?.cpuPercent ?? 0,
      cpuCount: usage?.cpuCount ?? 0,
      memoryUsedBytes: Number(usage?.memoryUsedBytes ?? 0),
      memoryTotalBytes: Number(usage?.memoryTotalBytes ?? 0),
      hugePagesTotal: Number(usage?.hugePagesTotal ?? 0),
      hugePagesUsed: Number(usage?.hugePagesUsed ?? 0),
      hugePagesReserved: Number(usage?.hugePagesReserved ?? 0),
      hugePageSizeBytes: Number(usage?.hugePageBytes ?? 0),
      disks: (usage?.disks ?? []).map(({ mountPoint, device, filesystemType, usedBytes, totalBytes }) => {
        return {
          mountPoint,
          device,
          filesystemType,
          usedBytes: Number(usedBytes),
          totalBytes: Number(totalBytes),
        }
      }),
    },
    buildIds: [...message.buildIds],
  }
}
