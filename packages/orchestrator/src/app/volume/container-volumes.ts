/** Which directories of volumes a container needs. */
import { ServiceError } from '@cay/core/errors.ts'
import type { ContainerVolumes, VolumeMount } from '../../ports/volume.ts'

/** Empty for a container that needs none: it has no directory of volumes then, and no process that serves it. */
export function volumesOfBoot(mounts: readonly VolumeMount[] = []): { volumes?: ContainerVolumes } {
  return mounts.length === 0 ? {} : { volumes: mounts.map(({ volumeId }) => volumeId) }
}

/**
 * The same for a restore. A checkpoint is bound to the mounts of its container: one with `saved` directories needs as many
 * again, and one without cannot get any. Throws request_invalid.
 */
export function volumesOfRestore(
  saved: number | undefined,
  mounts: readonly VolumeMount[] = [],
): { volumes?: ContainerVolumes } {
  if (saved === undefined && mounts.length > 0)
    throw new ServiceError(
      'request_invalid',
      'volumeMounts: the snapshot is one of a sandbox without volumes, so sandboxes made from it can have none',
    )
  if (saved === undefined) return {}
  const count = Math.max(saved, mounts.length)
  return { volumes: Array.from({ length: count }, (_, index) => mounts[index]?.volumeId ?? null) }
}
