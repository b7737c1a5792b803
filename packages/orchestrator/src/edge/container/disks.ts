/**
 * The disk of a container: a sparse file with an ext4 file system on a loop device, which limits the writable layer. It is
 * mounted in the slot's mount namespace only, and is unmounted with it.
 */
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { linkOrCopy } from '@cay/kit/host/link-or-copy.ts'
import { run } from '@cay/kit/host/run.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import { enterMounts } from '../../dialect/template-build/confined-tool.ts'
import type { Container, Disks, PreallocatedSlot } from '../../ports/container.ts'
import { mount } from './mounts.ts'

/** Few inodes, because the runtime keeps the whole layer in one file. No journal, because the disk never survives a crash. */
const mkfs = [
  'mkfs.ext4',
  '-q',
  '-F',
  '-O',
  '^has_journal,^resize_inode,^metadata_csum',
  '-m',
  '0',
  '-N',
  '64',
  '-E',
  'lazy_itable_init=1,nodiscard',
]

export const diskMountPoint = (preallocated: Pick<PreallocatedSlot, 'directory'>) =>
  `${preallocated.directory}/disk`
export const diskImagePath = (preallocated: Pick<PreallocatedSlot, 'directory'>) =>
  `${preallocated.directory}/disk.ext4`

export class LoopDisks implements Disks {
  async attach(preallocated: PreallocatedSlot, diskSizeMb: number): Promise<void> {
    await mkdir(diskMountPoint(preallocated), { recursive: true })
    await makeSparseFile(diskImagePath(preallocated), diskSizeMb * 1024 * 1024)
    await run([...mkfs, diskImagePath(preallocated)])
    await mount(
      {
        source: diskImagePath(preallocated),
        target: diskMountPoint(preallocated),
        options: ['loop', 'noatime', 'discard'],
      },
      enterMounts(preallocated.slot),
    )
  }

  async detach(preallocated: PreallocatedSlot): Promise<void> {
    await rm(diskImagePath(preallocated), { force: true })
  }

  async identifyRootfs(source: string): Promise<string> {
    const { dev, ino } = await stat(source)
    return `${dev}:${ino}`
  }

  async linkRootfs(source: string, container: Container): Promise<void> {
    await linkOrCopy(source, container.rootfs)
    // Builds of older versions have no list.
    await linkOrCopy(pathsFileOf(source), pathsFileOf(container.rootfs)).catch(ignoreMissing)
  }
}

async function makeSparseFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(bytes)
  } finally {
    await file.close()
  }
}
