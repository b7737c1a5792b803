/** What is done to a mounted volume, wherever its file lies. */
import { readFile, statfs } from 'node:fs/promises'
import { parseMounts } from '@cay/kit/host/mountinfo.ts'
import { run } from '@cay/kit/host/run.ts'
import type { VolumeUsage } from '../../ports/volume.ts'
import { findMount } from '../container/mounts.ts'

export interface MountedVolume {
  readonly volumeId: string
  readonly place: string
  readonly device: string
}

/** Those that are mounted below this directory. */
export async function listMountedVolumes(mountPoints: string): Promise<MountedVolume[]> {
  const directory = `${mountPoints}/`
  const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8'))
  return mounts
    .filter(({ mountPoint }) => mountPoint.startsWith(directory))
    .map(({ mountPoint: place, device }) => ({ volumeId: place.slice(directory.length), place, device }))
}

export async function readUsage(place: string): Promise<VolumeUsage> {
  const { bsize, blocks, bfree, files, ffree } = await statfs(place)
  return {
    totalBytes: bsize * blocks,
    // And not what is available, which is nothing while writes are refused.
    usedBytes: bsize * (blocks - bfree),
    totalFiles: files,
    usedFiles: files - ffree,
  }
}

export async function flushVolume(place: string): Promise<void> {
  if ((await findMount(place)) !== undefined) await run(['sync', '--file-system', place])
}
