/** Mounts the volumes of a container in its slot's mount namespace, with which they are unmounted. */
import { mkdir } from 'node:fs/promises'
import {
  renderVolumeMounts,
  volumesDirectoryMount,
  volumesMountPoint,
} from '../../dialect/container/volume-mounts.ts'
import { enterMounts } from '../../dialect/template-build/confined-tool.ts'
import type { Container } from '../../ports/container.ts'
import type { HeldDevice, Volumes } from '../../ports/volume.ts'
import { mountAll } from '../container/mounts.ts'

/** Their directory and the volumes in it. Call it before the container is begun. */
export async function mountVolumesDirectory(volumes: Volumes, container: Container): Promise<void> {
  await mkdir(volumesMountPoint, { recursive: true, mode: 0o755 })
  await withMounts(volumes, container, (mounts) => mountInside(container, volumesDirectoryMount + mounts))
}

/** The volumes of a container that has their directory, and none in it. It may run. */
export async function attachVolumes(volumes: Volumes, container: Container): Promise<void> {
  await withMounts(volumes, container, (mounts) => mountInside(container, mounts))
}

/** The volumes may be deleted by force meanwhile: their devices stay theirs until they are mounted. */
async function withMounts(
  volumes: Volumes,
  { volumes: own = [] }: Container,
  mount: (mounts: string) => Promise<void>,
): Promise<void> {
  const devices = new Map<string, HeldDevice>()
  try {
    for (const id of own) if (id !== null) devices.set(id, await volumes.holdDevice(id))
    await mount(renderVolumeMounts(own, (id) => devices.get(id)?.path ?? ''))
  } finally {
    for (const device of devices.values()) await device.close()
  }
}

async function mountInside({ directory, slot }: Container, mounts: string): Promise<void> {
  await mountAll(`${directory}/volumes.fstab`, mounts, enterMounts(slot))
}
