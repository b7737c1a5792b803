/** How volumes are mounted for a container: in its slot's mount namespace, below one directory that its spec names. */
import type { ContainerVolumes } from '../../ports/volume.ts'
import { fstabLine } from './host-mount.ts'

/**
 * A directory of the node that everybody may enter, because the process that serves the files of a sandbox is nobody there.
 * The volumes are visible in the container's mount namespace only.
 */
export const volumesMountPoint = '/run/cay-volumes'

/**
 * The first of the 65,536 user and group ids that files of volumes have on the node: above those that systemd gives to
 * containers, so no account of the node and no other container has them.
 */
export const volumeUidBase = 0x7000_0000
export const volumeUidCount = 65_536

/**
 * For `mount --all --fstab`: the directory of volumes. It is shared, so that volumes that are mounted in it later are seen by
 * the process that serves them, whose own mounts follow it.
 */
export const volumesDirectoryMount = emptyDirectory(volumesMountPoint, 'shared')

/** The same for the volumes in it. */
export function renderVolumeMounts(
  volumes: ContainerVolumes,
  deviceOf: (volumeId: string) => string,
): string {
  const lines = volumes.map((volumeId, index) => {
    const place = `${volumesMountPoint}/${index}`
    return volumeId === null ? emptyDirectory(place) : volumeAt(deviceOf(volumeId), place)
  })
  return lines.join('')
}

function emptyDirectory(target: string, ...more: string[]): string {
  const options = ['size=64k', 'mode=0755', 'noexec', 'X-mount.mkdir', ...more]
  return fstabLine({ source: 'cay', target, type: 'tmpfs', options })
}

/**
 * Mounted once more from its device, and not bound: a mount that the node makes later need not reach the namespace of a slot,
 * and then the directory below it would be bound.
 */
function volumeAt(source: string, target: string): string {
  return fstabLine({ source, target, type: 'ext4', options: ['noatime', 'discard', 'X-mount.mkdir'] })
}
