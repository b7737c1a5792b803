/** Creates, finds and deletes volumes. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import { homeOf } from '@cay/core/volume/place-volume.ts'
import { checkVolumeId, checkVolumeName, volumeBounds } from '@cay/core/volume/volume-rules.ts'
import type { Team } from '../../ports/team.ts'
import type { VolumeNode, VolumeRecord, VolumeUsage } from '../../ports/volume.ts'
import type { Deps } from '../deps.ts'
import { type AttachDeps, detachFormer, nodeForVolume, volumesOf } from './attach-volumes.ts'

export type VolumeDeps = AttachDeps & Pick<Deps, 'clock' | 'log'>

/** The node has half a minute for the files of a volume. */
const makingMsMax = 120_000

/** Throws request_invalid, also for a name that is taken, quota_exceeded, forbidden, no_capacity, node_disk_full, node_unavailable. */
export async function createVolume(
  deps: VolumeDeps,
  team: Team,
  { name, sizeMB = volumeBounds.sizeMbDefault }: { name: string; sizeMB?: number | undefined },
): Promise<VolumeRecord> {
  checkVolumeName(name)
  const { isCluster } = deps.nodeRegistry
  const makerId = isCluster ? deps.placement.anyNode(team.nodeLabels) : null
  const directoryId = makerId === null ? undefined : deps.nodeRegistry.volumesDirectoryOf(makerId)
  const volume: VolumeRecord = {
    volumeId: randomUUID(),
    teamId: team.teamId,
    name,
    sizeMb: sizeMB,
    // In a shared directory it belongs to no node before it is used.
    nodeId: directoryId === undefined ? makerId : null,
    directoryId: directoryId ?? null,
    attachEpoch: 0,
    formerNodeIds: null,
    createdAtMs: deps.clock.nowMs(),
  }
  const node = volumesOf(deps, homeOf({ nodeId: makerId }))
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
  if (!(await deps.store.publishVolume(volume.volumeId)))
    throw new ServiceError('node_unavailable', 'the node took too long to create the volume: try again')
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

/** Throws not_found, node_unavailable, no_capacity. */
export async function describeVolume(deps: AttachDeps, volume: VolumeRecord): Promise<VolumeUsage> {
  return await (await nodeForVolume(deps, volume)).describeVolume(volume.volumeId)
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
  const users = isForced ? [] : await deps.store.deleteUnusedVolume(team.teamId, volume.volumeId)
  if (users.length > 0)
    throw new ServiceError(
      'conflict',
      `Volume '${volume.name}' is mounted in ${users.join(', ')}; kill these sandboxes, or delete it with force=true`,
    )
  if (isForced) await deps.store.markVolumeDeleted(volume.volumeId)
  await removeDeletedVolumes(deps)
  deps.log.info({ event: 'volume.deleted', volumeID: volume.volumeId }, 'deleted a volume')
}

/** The files of a volume that a node could not delete are deleted later (app/node/keep-house.ts). */
async function dropVolume(deps: VolumeDeps, volumeId: string): Promise<void> {
  await deps.store.markVolumeDeleted(volumeId)
  await removeDeletedVolumes(deps)
}

/** A process that ended between the record of a volume and its files has left a name that nobody can use. */
export async function abandonVolumes({ store, clock, log }: VolumeDeps): Promise<void> {
  for (const volumeID of await store.abandonVolumes(clock.nowMs() - makingMsMax))
    log.warn(
      { event: 'volume.create.abandoned', volumeID },
      'gave up a volume whose creation was interrupted',
    )
}

/**
 * Also those whose deletion an earlier process began. What fails is retried by the next call. A volume that was deleted by force
 * takes its space as long as a sandbox runs with it, and counts in the team's quota until then.
 */
export async function removeDeletedVolumes(deps: VolumeDeps): Promise<void> {
  const { store, log } = deps
  for (const volume of await store.listDeletedVolumes()) {
    const { volumeId, teamId } = volume
    try {
      await detachFormer(deps, volume)
      await findRemover(deps, volume)?.deleteVolume(volumeId)
      if ((await store.findVolumeUser(teamId, volumeId)) === undefined) await store.removeVolume(volumeId)
    } catch (error) {
      log.warn(
        { event: 'volume.delete.failed', volumeID: volumeId, err: error },
        'failed to delete the files of a volume; retried',
      )
    }
  }
}

/** Undefined for a volume that was on a node alone that was removed from the cluster: its files are gone. Throws node_unavailable. */
function findRemover(deps: VolumeDeps, volume: VolumeRecord): VolumeNode | undefined {
  const { nodeId, directoryId } = volume
  if (directoryId !== null && nodeId === null)
    return volumesOf(deps, deps.placement.anyNode(undefined, directoryId))
  const at = homeOf(volume)
  return deps.nodeRegistry.ids().includes(at) ? volumesOf(deps, at) : undefined
}
