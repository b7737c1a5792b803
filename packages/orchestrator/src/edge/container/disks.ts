/**
 * A disk per container: a sparse file with an ext4 on a loop device, so that the sandbox's writable layer ends at its
 * size and not at the node's. Mounted only inside the slot's mount namespace, it goes when that goes.
 */
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { run } from '@cay/kit/host/run.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { Container, Disks, PreallocatedSlot } from '../../ports/container.ts'
import { linkOrCopy } from '../files/link-or-copy.ts'

/** The runtime keeps the whole layer in one file: a few inodes are plenty. No journal: the disk never outlives a crash. */
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
    await run([
      'nsenter',
      `--mount=${preallocated.slot.mountNamespacePath}`,
      'mount',
      '-o',
      'loop,noatime,discard',
      diskImagePath(preallocated),
      diskMountPoint(preallocated),
    ])
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
    // Builds of an older program have no list.
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
