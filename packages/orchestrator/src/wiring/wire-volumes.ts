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
}

/** Throws SettingError when the directory is not the one that the node had before. */
export async function wireVolumes({ mountPoints, directory, nodeId }: VolumeWiring): Promise<MachineVolumes> {
  if (directory === undefined) return { volumes: wireLocalVolumes(mountPoints) }
  if (nodeId === undefined) {
    await openOwnDirectory({ directory, mountPoints })
    return { volumes: wireLocalVolumes(mountPoints, directory) }
  }
  const directoryId = await openSharedDirectory({ directory, mountPoints })
  await ensureSharedMount(mountPoints)
  return { volumes: new DirectoryVolumes({ directory, mountPoints, nodeId }), directoryId }
}

export function wireLocalVolumes(mountPoints: string, images = mountPoints): Volumes {
  return new LoopVolumes({ images, mountPoints })
}

export function isShared(volumes: MachineVolumes): volumes is SharedMachineVolumes {
  return 'directoryId' in volumes
}
