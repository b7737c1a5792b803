/** What is done to a mounted volume, wherever its file lies. */
import { statfs } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import type { VolumeUsage } from '../../ports/volume.ts'
import { findMount } from '../container/mounts.ts'

export async function readUsage(place: string): Promise<VolumeUsage> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(place)
  return {
    totalBytes: bsize * blocks,
    usedBytes: bsize * (blocks - bavail),
    totalFiles: files,
    usedFiles: files - ffree,
  }
}

export async function flushVolume(place: string): Promise<void> {
  if ((await findMount(place)) !== undefined) await run(['sync', '--file-system', place])
}
