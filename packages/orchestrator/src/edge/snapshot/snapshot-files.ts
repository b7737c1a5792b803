/** What a snapshot's manifest says of the files below its directory. */
import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import { snapshotLayout } from '../../dialect/snapshot/snapshot-layout.ts'
import type { FileFacts } from '../../dialect/snapshot/snapshot-manifest.ts'
import { pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { FileChecksums } from '../files/file-checksums.ts'

/** Bytes up to which a file's content is known to the manifest: the state of the kernel is 6 MB, memory may be anything. */
const checkedBytesMax = 64 * 1024 * 1024
const blockBytes = 512

export interface DescribedFiles {
  /** By path below the directory. */
  readonly files: Readonly<Record<string, FileFacts>>
  /** Taken by those that are nobody else's. */
  readonly diskBytes: number
}

/** Of files that stay: each is on the disk for good when this resolves, and known by its content. */
export async function settleFiles(directory: string, checksums: FileChecksums): Promise<DescribedFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const described = describe(directory, entries, async (path) => {
    await using file = await open(path, 'r')
    const { size, blocks } = await file.stat()
    // Reading is the processor's work and writing out the disk's.
    const [crc32] = await Promise.all([
      size > checkedBytesMax ? undefined : checksums.crc32(path),
      file.sync(),
    ])
    return { facts: { bytes: size, ...(crc32 === undefined ? {} : { crc32 }) }, blocks }
  })
  const directories = entries.filter((one) => one.isDirectory())
  // Together: the disk is waited for once, not once for each.
  const settled = directories.map((entry) => syncDirectory(`${entry.parentPath}/${entry.name}`))
  await settleAll([described, ...settled])
  return await described
}

/** Of files that are needed for a moment: nothing waits for the disk. */
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
