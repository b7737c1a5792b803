import type { NodeDescription } from '../ports/node.ts'

/** The constant part of the description of a simulated node. */
export const simulatedNode: Omit<NodeDescription, 'status' | 'statusChangedAtMs'> = {
  nodeId: 'simulated',
  instanceId: '00000000-0000-4000-8000-00000000000a',
  version: '0.1.0',
  commit: 'unknown',
  machine: { cpuFamily: '6', cpuModel: '106', cpuModelName: 'simulated', cpuArchitecture: 'x64' },
  sandboxes: 0,
  starting: 0,
  createsSucceeded: 0,
  createsFailed: 0,
  allocatedCpus: 0,
  allocatedMemoryBytes: 0,
  usage: {
    cpuPercent: 12.5,
    cpuCount: 8,
    memoryUsedBytes: 2 ** 30,
    memoryTotalBytes: 2 ** 34,
    hugePagesTotal: 0,
    hugePagesUsed: 0,
    hugePagesReserved: 0,
    hugePageSizeBytes: 2 ** 21,
    disks: [
      {
        mountPoint: '/',
        device: '/dev/sda1',
        filesystemType: 'ext4',
        usedBytes: 2 ** 30,
        totalBytes: 2 ** 36,
      },
    ],
  },
  buildIds: [],
}
