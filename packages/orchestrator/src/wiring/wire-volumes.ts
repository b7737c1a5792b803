/** Where the volumes of a node are: on its machine alone, or in a directory that nodes of a cluster share. */
import { ensureSharedMount } from '../edge/container/mounts.ts'
import { LoopVolumes } from '../edge/volume/loop-volumes.ts'
import { openOwnDirectory, openSharedDirectory } from '../edge/volume/shared-directory.ts'
import { DirectoryVolumes } from '../edge/volume/shared-volumes.ts'
import type { SharedVolumes, Volumes } from '../ports/volume.ts'

export interface SharedMachineVolumes {
  readonly volumes: SharedVolumes
  /** Of the directory, as control tells nodes by it that share one. */
  readonly directoryId: string
}

export type MachineVolumes = SharedMachineVolumes | { readonly volumes: Volumes }

export interface VolumeWiring {
  /** Where volumes are mounted, and lie unless a directory is named. */
  readonly mountPoints: string
  /** That CAY_VOLUMES_DIR names. */
  readonly directory: string | undefined
  /** Undefined on a single machine, where nobody shares a directory. */
  readonly nodeId: string | undefined
  /** MiB that stay free where volumes lie. */
  readonly reserveMb: number
}

/** Throws SettingError when the directory is not the one that the node had before. */
export async function wireVolumes({
  mountPoints,
  directory,
  nodeId,
  reserveMb,
}: VolumeWiring): Promise<MachineVolumes> {
  if (directory === undefined)
    return { volumes: new LoopVolumes({ images: mountPoints, mountPoints, reserveMb }) }
  if (nodeId === undefined) {
    await openOwnDirectory({ directory, mountPoints })
    return { volumes: new LoopVolumes({ images: directory, mountPoints, reserveMb }) }
  }
  const directoryId = await openSharedDirectory({ directory, mountPoints })
  await ensureSharedMount(mountPoints)
  return { volumes: new DirectoryVolumes({ directory, mountPoints, nodeId, reserveMb }), directoryId }
}

/** For what creates none. */
export function wireLocalVolumes(mountPoints: string): Volumes {
  return new LoopVolumes({ images: mountPoints, mountPoints, reserveMb: 0 })
}

export function isShared(volumes: MachineVolumes): volumes is SharedMachineVolumes {
  return 'directoryId' in volumes
}
