/**
 * A disk per container: a sparse file with an ext4 on a loop device, so that the sandbox's writable layer ends at its
 * size and not at the node's. Mounted only inside the slot's mount namespace, it goes when that goes.
 */
import { mkdir, open, rm } from 'node:fs/promises'
import { run } from '@cay/kit/host/run.ts'
import type { Container, Disks } from '../ports.ts'

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

export const diskMountPoint = (container: Pick<Container, 'directory'>) => `${container.directory}/disk`
const imagePath = (container: Pick<Container, 'directory'>) => `${container.directory}/disk.ext4`

export class LoopDisks implements Disks {
  async attach(container: Container): Promise<void> {
    await mkdir(diskMountPoint(container), { recursive: true })
    await makeSparseFile(imagePath(container), container.resources.diskSizeMb * 1024 * 1024)
    await run([...mkfs, imagePath(container)])
    await run([
      'nsenter',
      `--mount=${container.slot.mountNamespacePath}`,
      'mount',
      '-o',
      'loop,noatime,discard',
      imagePath(container),
      diskMountPoint(container),
    ])
  }

  async detach(container: Container): Promise<void> {
    await rm(imagePath(container), { force: true })
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
