/**
 * Creates, finds and deletes volumes, and finds those that a new sandbox names. The files of a volume are on one node, its home,
 * and sandboxes that have it run there.
 */
import { randomUUID } from 'node:crypto'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import {
  checkMounts,
  checkVolumeId,
  checkVolumeName,
  type MountRequest,
  volumeBounds,
} from '@cay/core/volume/volume-rules.ts'
import type { Team } from '../../ports/team.ts'
import type { SandboxVolume, VolumeNode, VolumeRecord, VolumeUsage } from '../../ports/volume.ts'
import type { Deps } from '../deps.ts'

export type VolumeDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'nodeRegistry' | 'placement'>

type Homed = Pick<VolumeRecord, 'nodeId'>

/** Throws request_invalid, also for a name that is taken, forbidden, no_capacity, node_disk_full, node_unavailable. */
export async function createVolume(
  deps: VolumeDeps,
  team: Team,
  { name, sizeMB = volumeBounds.sizeMbDefault }: { name: string; sizeMB?: number | undefined },
): Promise<VolumeRecord> {
  checkVolumeName(name)
  const volume: VolumeRecord = {
    volumeId: randomUUID(),
    teamId: team.teamId,
    name,
    sizeMb: sizeMB,
    nodeId: deps.nodeRegistry.isCluster ? deps.placement.anyNode(team.nodeLabels) : null,
    createdAtMs: deps.clock.nowMs(),
  }
  const node = volumesAt(deps, volume)
  const outcome = await deps.store.insertVolume(volume, volumeBounds.countMax)
  if (outcome === 'full')
    throw new ServiceError('request_invalid', `A team has at most ${volumeBounds.countMax} volumes`)
  if (outcome === 'taken')
    throw new ServiceError('request_invalid', `Volume with name '${name}' already exists`)
  try {
    await node.createVolume(volume.volumeId, sizeMB)
  } catch (error) {
    await dropVolume(deps, volume.volumeId)
    throw error
  }
  deps.log.info({ event: 'volume.created', volumeID: volume.volumeId }, 'created a volume')
  return volume
}

/** Throws request_invalid, not_found. */
export async function findVolume(
  { store }: Pick<Deps, 'store'>,
  teamId: string,
  volumeId: string,
): Promise<VolumeRecord> {
  checkVolumeId(volumeId)
  const volume = await store.findVolume(teamId, volumeId.toLowerCase())
  if (volume === undefined) throw new ServiceError('not_found', `Volume '${volumeId}' not found`)
  return volume
}

/** Throws not_found, node_unavailable. */
export async function describeVolume(deps: HomeDeps, volume: VolumeRecord): Promise<VolumeUsage> {
  return await volumesAt(deps, volume).describeVolume(volume.volumeId)
}

/**
 * Throws not_found, and conflict for a volume that sandboxes have, unless it is forced: their programs keep what they have
 * open, and those that are paused cannot be resumed with memory.
 */
export async function deleteVolume(
  deps: VolumeDeps,
  team: Team,
  { volumeId, isForced }: { volumeId: string; isForced: boolean },
): Promise<void> {
  const volume = await findVolume(deps, team.teamId, volumeId)
  const users = isForced ? [] : await deps.store.listVolumeUsers(team.teamId, volume.volumeId)
  if (users.length > 0)
    throw new ServiceError(
      'conflict',
      `Volume '${volume.name}' is mounted in ${users.join(', ')}; kill these sandboxes, or delete it with force=true`,
    )
  await dropVolume(deps, volume.volumeId)
  deps.log.info({ event: 'volume.deleted', volumeID: volume.volumeId }, 'deleted a volume')
}

/** The files of a volume that a node could not delete are deleted with the next one, or at the next start. */
async function dropVolume(deps: VolumeDeps, volumeId: string): Promise<void> {
  await deps.store.markVolumeDeleted(volumeId)
  await removeDeleted(deps)
}

async function removeDeleted(deps: VolumeDeps): Promise<void> {
  const { store, log } = deps
  for (const { volumeId, nodeId } of await store.listDeletedVolumes()) {
    try {
      // With a node that was removed from the cluster, its files are gone.
      if (isThere(deps, { nodeId })) await volumesAt(deps, { nodeId }).deleteVolume(volumeId)
      await store.removeVolume(volumeId)
    } catch (error) {
      log.warn(
        { event: 'volume.delete.failed', volumeID: volumeId, err: error },
        'failed to delete the files of a volume; retried with the next deletion',
      )
    }
  }
}

export interface ResolvedMounts {
  readonly volumeMounts: readonly SandboxVolume[]
  /** The node that has all of them. */
  readonly homeId: string
}

/** The volumes that a create names. Throws request_invalid, also for volumes that are on different nodes. */
export async function resolveMounts(
  deps: VolumeDeps,
  team: Team,
  mounts: readonly MountRequest[] = [],
): Promise<ResolvedMounts | undefined> {
  if (mounts.length === 0) return undefined
  const known = new Map((await deps.store.listVolumes(team.teamId)).map((one) => [one.name, one]))
  const fault = checkMounts(mounts, new Set(known.keys()))
  if (fault !== undefined) throw fault
  const volumes = mounts.flatMap(({ name }) => known.get(name) ?? [])
  const [first, ...others] = volumes
  if (first === undefined) return undefined
  const elsewhere = others.find((one) => homeOf(one) !== homeOf(first))
  if (elsewhere !== undefined)
    throw new ServiceError(
      'request_invalid',
      `volumeMounts: the volumes '${first.name}' and '${elsewhere.name}' are on different nodes, so no sandbox can have both`,
    )
  return {
    volumeMounts: mounts.map(({ name, path }) => ({ volumeId: known.get(name)?.volumeId ?? '', name, path })),
    homeId: homeOf(first),
  }
}

/** The node that a sandbox with these volumes runs on; undefined when it has none that exists. */
export async function findHome(
  { store }: Pick<Deps, 'store'>,
  teamId: string,
  mounts: readonly SandboxVolume[] = [],
): Promise<string | undefined> {
  if (mounts.length === 0) return undefined
  const ids = new Set(mounts.map(({ volumeId }) => volumeId))
  const found = (await store.listVolumes(teamId)).find(({ volumeId }) => ids.has(volumeId))
  return found === undefined ? undefined : homeOf(found)
}

type HomeDeps = Pick<Deps, 'nodeRegistry'>

/** The volumes of the node that has this one. Throws node_unavailable, forbidden where there are none. */
export function volumesAt({ nodeRegistry }: HomeDeps, volume: Homed): VolumeNode {
  const nodeId = homeOf(volume)
  try {
    nodeRegistry.assertAlive(nodeId)
  } catch (cause) {
    if (!isServiceError(cause, 'node_unavailable')) throw cause
    const message = 'the node of the volume does not respond: try again later'
    throw new ServiceError('node_unavailable', message, { cause })
  }
  const { volumes } = nodeRegistry.clientsOf(nodeId)
  if (volumes === undefined) throw new ServiceError('forbidden', 'this installation has no volumes')
  return volumes
}

/** Volumes of a single machine that became a cluster are on its first node. */
function homeOf({ nodeId }: Homed): string {
  return nodeId ?? localNodeId
}

function isThere({ nodeRegistry }: HomeDeps, volume: Homed): boolean {
  return nodeRegistry.ids().includes(homeOf(volume))
}
