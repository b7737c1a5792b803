/** The facts that the manifest of a snapshot records about its files. */
import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import { snapshotLayout } from '../../dialect/snapshot/snapshot-layout.ts'
import type { FileFacts } from '../../dialect/snapshot/snapshot-manifest.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { FileChecksums } from '../files/file-checksums.ts'

/** Maximum size of a file with a checksum: the kernel state has 6 MB, memory any size. */
const checkedBytesMax = 64 * 1024 * 1024
const blockBytes = 512

export interface DescribedFiles {
  /** By path below the directory. */
  readonly files: Readonly<Record<string, FileFacts>>
  /** Used by files that have no other hard link. */
  readonly diskBytes: number
}

/** Describes durable files: each is synced when this resolves, and has a checksum. */
export async function settleFiles(directory: string, checksums: FileChecksums): Promise<DescribedFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const described = describe(directory, entries, async (path) => {
    await using file = await open(path, 'r')
    const { size, blocks } = await file.stat()
    // Reading uses the processor, and syncing the disk.
    const [crc32] = await Promise.all([
      size > checkedBytesMax ? undefined : checksums.crc32(path),
      file.sync(),
    ])
    return { facts: { bytes: size, ...(crc32 === undefined ? {} : { crc32 }) }, blocks }
  })
  const directories = entries.filter((one) => one.isDirectory())
  // Concurrently, so that the disk is waited for once.
  const settled = directories.map((entry) => syncDirectory(`${entry.parentPath}/${entry.name}`))
  await settleAll([described, ...settled])
  return await described
}

/** Describes transient files, without waiting for the disk. */
export async function measureFiles(directory: string): Promise<DescribedFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return await describe(directory, entries, async (path) => {
    const { size, blocks } = await stat(path)
    return { facts: { bytes: size }, blocks }
  })
}

interface Described {
  readonly facts: FileFacts
  readonly blocks: number
}

async function describe(
  directory: string,
  entries: readonly Dirent[],
  describeOne: (path: string) => Promise<Described>,
): Promise<DescribedFiles> {
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  const described = await Promise.all(paths.map(describeOne))
  const { rootfs } = snapshotLayout(directory)
  const shared = [rootfs, pathsFileOf(rootfs)]
  const own = described.filter((_, index) => !shared.includes(paths[index] ?? ''))
  return {
    files: Object.fromEntries(
      described.map(({ facts }, index) => [paths[index]?.slice(directory.length + 1) ?? '', facts]),
    ),
    diskBytes: own.reduce((sum, { blocks }) => sum + blocks * blockBytes, 0),
  }
}
