/** Mounts the volumes of a container in its slot's mount namespace, with which they are unmounted. */
import { mkdir, writeFile } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import {
  renderVolumeMounts,
  volumesDirectoryMount,
  volumesMountPoint,
} from '../../dialect/container/volume-mounts.ts'
import type { Container } from '../../ports/container.ts'
import type { Volumes } from '../../ports/volume.ts'

/** Their directory and the volumes in it. Call it before the container is begun. */
export async function mountVolumesDirectory(volumes: Volumes, container: Container): Promise<void> {
  await mkdir(volumesMountPoint, { recursive: true, mode: 0o755 })
  await mountAll(container, volumesDirectoryMount + (await renderMounts(volumes, container)))
}

/** The volumes of a container that has their directory, and none in it. It may run. */
export async function attachVolumes(volumes: Volumes, container: Container): Promise<void> {
  await mountAll(container, await renderMounts(volumes, container))
}

async function renderMounts(volumes: Volumes, { volumes: own = [] }: Container): Promise<string> {
  const devices = new Map<string, string>()
  for (const id of own) if (id !== null) devices.set(id, await volumes.device(id))
  return renderVolumeMounts(own, (id) => devices.get(id) ?? '')
}

async function mountAll({ directory, slot }: Container, mounts: string): Promise<void> {
  const fstab = `${directory}/volumes.fstab`
  await writeFile(fstab, mounts)
  const enter = ['nsenter', `--mount=${slot.mountNamespacePath}`, '--']
  await run([...enter, 'mount', '--all', '--fstab', fstab])
}
