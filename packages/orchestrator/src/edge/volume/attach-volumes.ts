/** Mounts the volumes of a container in its slot's mount namespace, with which they are unmounted. */
import { mkdir, writeFile } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import { renderVolumeMounts, volumesMountPoint } from '../../dialect/container/volume-mounts.ts'
import type { Container } from '../../ports/container.ts'
import type { Volumes } from '../../ports/volume.ts'

/** Call it before the container is begun. */
export async function attachVolumes(volumes: Volumes, container: Container): Promise<void> {
  const own = container.volumes ?? []
  const devices = new Map<string, string>()
  for (const id of own) if (id !== null) devices.set(id, await volumes.device(id))
  await mkdir(volumesMountPoint, { recursive: true, mode: 0o755 })
  const fstab = `${container.directory}/volumes.fstab`
  await writeFile(
    fstab,
    renderVolumeMounts(own, (id) => devices.get(id) ?? ''),
  )
  const enter = ['nsenter', `--mount=${container.slot.mountNamespacePath}`, '--']
  await run([...enter, 'mount', '--all', '--fstab', fstab])
}
