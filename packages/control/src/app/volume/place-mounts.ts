/** Where a sandbox with volumes can run. */
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { homeOf } from '@cay/core/volume/place-volume.ts'
import { checkMounts, type MountRequest } from '@cay/core/volume/volume-rules.ts'
import type { SandboxVolume, VolumeRecord } from '../../ports/volume.ts'
import type { Deps } from '../deps.ts'
import type { PlaceRequest } from '../node/placement.ts'
import { type AttachDeps, volumesOf } from './attach-volumes.ts'

/** `originId` is the only node, or the first choice. Empty: any node. */
export type VolumesPlace = Pick<PlaceRequest, 'originId' | 'isFixed' | 'volumesDirectoryId'>

export interface ResolvedMounts {
  readonly volumeMounts: readonly SandboxVolume[]
}

/** The volumes that a create names. Throws request_invalid. */
export async function resolveMounts(
  { store }: Pick<Deps, 'store'>,
  teamId: string,
  mounts: readonly MountRequest[] = [],
): Promise<ResolvedMounts | undefined> {
  if (mounts.length === 0) return undefined
  const known = new Map((await store.listVolumes(teamId)).map((one) => [one.name, one]))
  const fault = checkMounts(mounts, new Set(known.keys()))
  if (fault !== undefined) throw fault
  return {
    volumeMounts: mounts.map(({ name, path }) => ({ volumeId: known.get(name)?.volumeId ?? '', name, path })),
  }
}

/**
 * Where a sandbox can run with those of its volumes that exist still. Throws request_invalid for volumes that no node can have
 * together, volume_in_use for those that are in use on different nodes, and node_unavailable when one is attached to a node that
 * does not respond.
 */
export async function placeMounted(
  deps: AttachDeps,
  teamId: string,
  mounts: readonly SandboxVolume[] = [],
): Promise<VolumesPlace> {
  if (mounts.length === 0) return {}
  const ids = new Set(mounts.map(({ volumeId }) => volumeId))
  const volumes = (await deps.store.listVolumes(teamId)).filter(({ volumeId }) => ids.has(volumeId))
  return await placeVolumes(deps, volumes)
}

async function placeVolumes(deps: AttachDeps, volumes: readonly VolumeRecord[]): Promise<VolumesPlace> {
  const [first] = volumes
  if (!deps.nodeRegistry.isCluster || first === undefined) return {}
  assertTogether(deps, volumes)
  const own = volumes.find(({ directoryId }) => directoryId === null)
  if (own !== undefined) return { originId: homeOf(own), isFixed: true }
  return { volumesDirectoryId: first.directoryId ?? undefined, ...(await findBound(deps, volumes)) }
}

/** Those on a node alone have to be on the same one, and the others in the directory that it shares. */
function assertTogether(deps: AttachDeps, volumes: readonly VolumeRecord[]): void {
  const own = volumes.filter(({ directoryId }) => directoryId === null)
  const [first] = own
  const node = first === undefined ? undefined : homeOf(first)
  const directory =
    node === undefined
      ? volumes.find(({ directoryId }) => directoryId !== null)?.directoryId
      : (deps.nodeRegistry.volumesDirectoryOf(node) ?? null)
  const fits = (volume: VolumeRecord) =>
    volume.directoryId === null ? homeOf(volume) === node : volume.directoryId === directory
  const elsewhere = volumes.find((volume) => !fits(volume))
  const [other] = first === undefined ? volumes : own
  if (elsewhere === undefined || other === undefined) return
  throw new ServiceError(
    'request_invalid',
    `volumeMounts: the volumes '${other.name}' and '${elsewhere.name}' are on different nodes, so no sandbox can have both`,
  )
}

interface Use {
  readonly volume: VolumeRecord
  readonly nodeId: string
  readonly sandboxId: string
}

/** The node of those that are in use; where none is, the first one's node is the first choice. */
async function findBound(
  deps: AttachDeps,
  volumes: readonly VolumeRecord[],
): Promise<Pick<VolumesPlace, 'originId' | 'isFixed'>> {
  const uses: Use[] = []
  for (const volume of volumes) {
    const { nodeId, volumeId, teamId } = volume
    if (nodeId === null) continue
    // What is on a node that does not respond can be brought to no other one.
    volumesOf(deps, nodeId)
    const sandboxId = await deps.store.findVolumeUser(teamId, volumeId)
    if (sandboxId !== undefined) uses.push({ volume, nodeId, sandboxId })
  }
  const [first] = uses
  const other = uses.find(({ nodeId }) => nodeId !== first?.nodeId)
  if (first !== undefined && other !== undefined) throw inUseApart(first, other)
  if (first !== undefined) return { originId: first.nodeId, isFixed: true }
  return { originId: volumes.find(({ nodeId }) => nodeId !== null)?.nodeId ?? undefined }
}

function inUseApart(one: Use, other: Use): ServiceError {
  const inUse = ({ volume, sandboxId }: Use) => `'${volume.name}' (by sandbox '${sandboxId}')`
  return new ServiceError(
    'volume_in_use',
    `volumeMounts: the volumes ${inUse(one)} and ${inUse(other)} are in use on different nodes: kill or pause one of these sandboxes`,
  )
}

/** Somebody else may have placed a sandbox with the same volume on another node since it was read where they are. */
const triesMax = 3

export async function retryInUse<T>(place: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await place()
    } catch (error) {
      if (turn >= triesMax || !isServiceError(error, 'volume_in_use')) throw error
    }
  }
}
