/** Creates, finds and deletes volumes, and finds those that a new sandbox names. */
import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
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

export type VolumeDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'volumes'>

/** Throws request_invalid, also for a name that is taken, forbidden, node_disk_full, node_unavailable. */
export async function createVolume(
  deps: VolumeDeps,
  team: Team,
  { name, sizeMB = volumeBounds.sizeMbDefault }: { name: string; sizeMB?: number | undefined },
): Promise<VolumeRecord> {
  const node = nodeOf(deps)
  checkVolumeName(name)
  if ((await deps.store.listVolumes(team.teamId)).length >= volumeBounds.countMax)
    throw new ServiceError('request_invalid', `A team has at most ${volumeBounds.countMax} volumes`)
  const volume: VolumeRecord = {
    volumeId: randomUUID(),
    teamId: team.teamId,
    name,
    sizeMb: sizeMB,
    createdAtMs: deps.clock.nowMs(),
  }
  if (!(await deps.store.insertVolume(volume)))
    throw new ServiceError('request_invalid', `Volume with name '${name}' already exists`)
  try {
    await node.createVolume(volume.volumeId, sizeMB)
  } catch (error) {
    await dropVolume(deps, node, volume.volumeId)
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
export async function describeVolume(deps: VolumeDeps, { volumeId }: VolumeRecord): Promise<VolumeUsage> {
  return await nodeOf(deps).describeVolume(volumeId)
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
  const node = nodeOf(deps)
  const volume = await findVolume(deps, team.teamId, volumeId)
  const users = isForced ? [] : await deps.store.listVolumeUsers(team.teamId, volume.volumeId)
  if (users.length > 0)
    throw new ServiceError(
      'conflict',
      `Volume '${volume.name}' is mounted in ${users.join(', ')}; kill these sandboxes, or delete it with force=true`,
    )
  await dropVolume(deps, node, volume.volumeId)
  deps.log.info({ event: 'volume.deleted', volumeID: volume.volumeId }, 'deleted a volume')
}

/** The files of a volume that a node could not delete are deleted with the next one, or at the next start. */
async function dropVolume(deps: VolumeDeps, node: VolumeNode, volumeId: string): Promise<void> {
  await deps.store.markVolumeDeleted(volumeId)
  await removeDeleted(deps, node)
}

async function removeDeleted({ store, log }: VolumeDeps, node: VolumeNode): Promise<void> {
  for (const volumeId of await store.listDeletedVolumes()) {
    try {
      await node.deleteVolume(volumeId)
      await store.removeVolume(volumeId)
    } catch (error) {
      log.warn(
        { event: 'volume.delete.failed', volumeID: volumeId, err: error },
        'failed to delete the files of a volume; retried with the next deletion',
      )
    }
  }
}

/** The volumes that a create names. Throws request_invalid. */
export async function resolveMounts(
  deps: VolumeDeps,
  team: Team,
  mounts: readonly MountRequest[] = [],
): Promise<readonly SandboxVolume[] | undefined> {
  if (mounts.length === 0) return undefined
  if (deps.volumes === undefined)
    throw new ServiceError('request_invalid', 'volumeMounts: this installation has no volumes')
  const known = new Map((await deps.store.listVolumes(team.teamId)).map((one) => [one.name, one.volumeId]))
  const fault = checkMounts(mounts, new Set(known.keys()))
  if (fault !== undefined) throw fault
  return mounts.map(({ name, path }) => ({ volumeId: known.get(name) ?? '', name, path }))
}

function nodeOf({ volumes }: VolumeDeps): VolumeNode {
  if (volumes !== undefined) return volumes
  throw new ServiceError('forbidden', 'this installation has no volumes')
}
