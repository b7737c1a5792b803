/** The files below a directory, or some of them, for an upload. */
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ArtifactFile, ArtifactSource } from '../ports/artifact-files.ts'

/** `names`: which files; absent: all. Throws for a file that is neither a regular one nor a directory. */
export async function directorySource(directory: string, names?: readonly string[]): Promise<ArtifactSource> {
  const files = await Promise.all(
    (names ?? (await namesBelow(directory))).map((name) => describe(directory, name)),
  )
  const handles = new Map<string, Promise<FileHandle>>()
  const handleOf = (name: string) => {
    const handle = handles.get(name) ?? open(join(directory, name), 'r')
    handles.set(name, handle)
    return handle
  }
  return {
    files,
    descriptor: async (name) => (await handleOf(name)).fd,
    async close() {
      await Promise.all([...handles.values()].map(async (handle) => (await handle).close()))
    },
  }
}

async function namesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)).split(sep).join('/'))
    .sort()
}

const anyoneExecutes = 0o111

async function describe(directory: string, name: string): Promise<ArtifactFile> {
  const path = join(directory, name)
  const found = await lstat(path)
  if (!found.isFile()) throw new Error(`${path} is not a regular file`)
  return { name, bytes: found.size, isExecutable: (found.mode & anyoneExecutes) !== 0 }
}
