/**
 * Refuses writes into volumes that would take more space: ext4 keeps a number of clusters for itself, which is all of them then, so
 * sandboxes get ENOSPC as on a full volume. What is written in place, and deleting, goes on. It ends with the mount.
 */
import { readFile, statfs, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { listMountedVolumes, type MountedVolume } from './mounted-volume.ts'

/** As ext4 chooses it at a mount: a fiftieth, and at most so many. */
const reservedByDefault = { share: 50, max: 4096 } as const

export async function brakeVolumes(mountPoints: string, isOn: boolean): Promise<void> {
  for (const volume of await listMountedVolumes(mountPoints)) await brakeVolume(volume, isOn)
}

async function brakeVolume({ place, device }: MountedVolume, isOn: boolean): Promise<void> {
  const file = `/sys/fs/ext4/${basename(device)}/reserved_clusters`
  const found = await readFile(file, 'utf8').catch(ignoreMissing)
  // Unmounted since it was listed.
  if (found === undefined) return
  const { blocks } = await statfs(place)
  // More than ext4 may have free, and fewer than it has in all, which is what the kernel accepts.
  const wasOn = Number(found) >= blocks
  if (wasOn === isOn) return
  const { share, max } = reservedByDefault
  const reserved = isOn ? blocks : Math.min(Math.floor(blocks / share), max)
  await writeFile(file, `${reserved}\n`).catch(ignoreMissing)
}
