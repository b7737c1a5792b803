/**
 * A directory of volumes has an id in it, by which control knows which nodes share it. A node remembers the id, also where nobody
 * shares the directory: where its file system is not mounted, the empty directory below it would be taken for a new one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { createAtomic, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { SettingError } from '@cay/kit/settings.ts'

export const directoryIdFile = '.cay-volumes-id'

export interface SharedDirectoryPlaces {
  /** That CAY_VOLUMES_DIR names. */
  readonly directory: string
  /** Of this node, in its data directory. */
  readonly mountPoints: string
}

/** Resolves with the id of the directory. Throws SettingError when it is not the one that this node had before. */
export async function openSharedDirectory({
  directory,
  mountPoints,
}: SharedDirectoryPlaces): Promise<string> {
  await mkdir(mountPoints, { recursive: true, mode: 0o700 })
  const remembered = await readId(`${mountPoints}/${directoryIdFile}`)
  const found = await readId(`${directory}/${directoryIdFile}`)
  if (remembered !== undefined && found !== remembered)
    throw new SettingError(
      'CAY_VOLUMES_DIR',
      directory,
      `the directory that this node had before, which is not mounted there now. If its volumes were moved, remove ${mountPoints}/${directoryIdFile}`,
    )
  if (found !== undefined && remembered !== undefined) return found
  if (found === undefined) await createId(directory)
  const id = await readId(`${directory}/${directoryIdFile}`)
  if (id === undefined) throw new SettingError('CAY_VOLUMES_DIR', directory, 'a directory that keeps files')
  await writeAtomic(`${mountPoints}/${directoryIdFile}`, `${id}\n`)
  return id
}

/** The same on a single machine, where the directory is made if it is not there before its first use. */
export async function openOwnDirectory(places: SharedDirectoryPlaces): Promise<void> {
  const remembered = await readId(`${places.mountPoints}/${directoryIdFile}`)
  if (remembered === undefined) await mkdir(places.directory, { recursive: true, mode: 0o700 })
  await openSharedDirectory(places)
}

/** Several nodes may start at once. */
async function createId(directory: string): Promise<void> {
  try {
    await createAtomic(`${directory}/${directoryIdFile}`, `${randomUUID()}\n`)
  } catch (cause) {
    if (!isErrno(cause, 'ENOENT', 'ENOTDIR')) throw cause
    throw new SettingError('CAY_VOLUMES_DIR', directory, 'a directory that exists', { cause })
  }
}

async function readId(path: string): Promise<string | undefined> {
  const text = (await readFile(path, 'utf8').catch(ignoreMissing))?.trim()
  return text === undefined || text === '' ? undefined : text
}
