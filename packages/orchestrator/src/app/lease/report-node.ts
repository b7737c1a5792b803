/** What control chooses places by. */
import type { NodeReport } from '../../ports/lease.ts'
import type { NodeContext } from '../node/node-context.ts'

export type ReportContext = Pick<
  NodeContext,
  'bounds' | 'host' | 'machine' | 'pool' | 'registry' | 'snapshots' | 'starting' | 'templates'
>

const bytesPerMb = 1_048_576

/** `volumesDirectoryId`: of the directory of volumes that it shares. */
export async function reportNode(
  node: ReportContext,
  volumesDirectoryId: string | undefined,
): Promise<NodeReport> {
  const { bounds, pool, registry, starting } = node
  const [room, usage, cachedBuildIds] = await Promise.all([
    node.host.room(),
    node.machine.usage(),
    listCached(node),
  ])
  const resources = registry.liveRecords().map(({ container }) => container.resources)
  return {
    capacity: {
      placesMax: bounds.sandboxesMax,
      placesUsed: registry.size,
      placesInFlight: starting.size,
      cpuCount: usage.cpuCount,
      cpusAllocated: resources.reduce((sum, { cpuCount }) => sum + cpuCount, 0),
      memoryTotalMb: Math.floor(usage.memory.totalBytes / bytesPerMb),
      memoryFreeMb: Math.max(0, room.memoryAvailableMb - bounds.memoryReserveMb),
      diskFreeMb: Math.max(0, room.diskAvailableMb - bounds.diskReserveMb),
    },
    pooledBuildIds: [...new Set(pool.records().map(({ buildId }) => buildId))],
    cachedBuildIds,
    volumesDirectoryId,
  }
}

async function listCached({ templates, snapshots }: ReportContext): Promise<string[]> {
  const [builds, all] = await Promise.all([templates.list(), snapshots.list()])
  const ofCallers = all.filter(({ owner }) => owner === 'caller')
  return [...builds.map(({ buildId }) => buildId), ...ofCallers.map(({ snapshotId }) => snapshotId)]
}
