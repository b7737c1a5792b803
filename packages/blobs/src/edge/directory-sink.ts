/**
 * A download that becomes a directory. Its files lie in a directory beside the target until the commit renames that; a
 * process that dies leaves it there, for `removePartialDownloads`.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '@cay/kit/host/write-atomic.ts'
import type { ArtifactFile, ArtifactSink } from '../ports/artifact-files.ts'

const partialMark = '.partial-'

export interface DirectorySinkOptions {
  /** The committed files survive a power failure; else they may be there without their content. */
  readonly isDurable: boolean
}

/** `target`: must not exist, and the directory above it must. */
export async function directorySink(
  target: string,
  { isDurable }: DirectorySinkOptions,
): Promise<ArtifactSink> {
  const partial = join(dirname(target), `${basename(target)}${partialMark}${randomBytes(6).toString('hex')}`)
  await mkdir(partial, { mode: 0o700 })
  const handles = new Map<string, FileHandle>()
  const closeAll = async () => {
    const open = [...handles.values()]
    handles.clear()
    await Promise.all(open.map((handle) => handle.close()))
  }
  return {
    async create(file) {
      handles.set(file.name, await createFile(partial, file))
    },
    descriptor(name) {
      const handle = handles.get(name)
      if (handle === undefined) throw new Error(`file ${name} was not created`)
      return handle.fd
    },
    async commit() {
      if (isDurable) for (const handle of handles.values()) await handle.sync()
      const names = [...handles.keys()]
      await closeAll()
      if (isDurable) await syncDirectories(partial, names)
      await rename(partial, target)
      if (isDurable) await syncDirectory(dirname(target))
    },
    async discard() {
      await closeAll()
      await rm(partial, { recursive: true, force: true })
    },
  }
}

/** What processes that died have left below the directory of targets. */
export async function removePartialDownloads(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.includes(partialMark))
  for (const name of names) await rm(join(directory, name), { recursive: true, force: true })
}

async function createFile(
  directory: string,
  { name, bytes, isExecutable }: ArtifactFile,
): Promise<FileHandle> {
  const path = join(directory, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', isExecutable ? 0o700 : 0o600)
  try {
    await handle.truncate(bytes)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function syncDirectories(root: string, names: readonly string[]): Promise<void> {
  const directories = new Set(names.map((name) => dirname(join(root, name))))
  for (const directory of new Set([root, ...directories])) await syncDirectory(directory)
}
