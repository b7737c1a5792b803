/**
 * Root file systems that builds and snapshots share. A local one is known by its content, under a name of its own beside
 * the links that builds and snapshots have: so each is read once for its digest, sent once, and fetched once.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { linkOrCopy } from '@cay/kit/host/link-or-copy.ts'
import { buildLayout, pathsFileOf } from '../../dialect/template/template-layout.ts'
import type { Artifacts } from '../../ports/artifact.ts'
import { rootfsArtifactId } from './artifact-ids.ts'
import { checkContent, digestOf } from './check-content.ts'

const aside = '.making-'

export interface SharedRootfs {
  /** Stores it unless it is stored; resolves with its artifact's id. */
  store(rootfs: string): Promise<string>
  /** Fetches it when it is not here; resolves with its path. */
  fetch(artifactId: string): Promise<string>
  /** Puts it, and its list of paths, into the directory. Fetches it when it is not here. */
  place(artifactId: string, directory: string): Promise<void>
  /**
   * Removes what nothing has linked to for so many milliseconds, and what a killed node has left. 0 is for a start, when
   * nothing is being placed.
   */
  sweep(unusedMs: number): Promise<void>
}

export function sharedRootfs(root: string, artifacts: Artifacts): SharedRootfs {
  const queue = new SerialQueue()
  const directoryOf = (artifactId: string) => `${root}/${artifactId}`
  const fileIn = (directory: string) => buildLayout(directory).rootfs

  const keep = async (rootfs: string): Promise<string> => {
    const known = await findSame(root, rootfs, fileIn)
    if (known !== undefined) return known
    const artifactId = rootfsArtifactId(await digestOf(rootfs))
    await intoPlace(root, directoryOf(artifactId), (directory) => linkBoth(rootfs, fileIn(directory)))
    return artifactId
  }
  const fetchInTurn = async (artifactId: string): Promise<void> => {
    if (await isThere(directoryOf(artifactId))) return
    const artifact = await artifacts.open(artifactId)
    if (artifact === undefined) throw new Error(`${artifactId} is not in the object store`)
    const target = `${root}/${aside}${randomUUID()}`
    await artifact.fetch(target)
    await checkContent(artifactId, rootfsArtifactId(await digestOf(fileIn(target))), target)
    await moveIntoPlace(target, directoryOf(artifactId))
  }
  const fetch = async (artifactId: string): Promise<string> => {
    await queue.run(`fetch ${artifactId}`, () => fetchInTurn(artifactId))
    return fileIn(directoryOf(artifactId))
  }
  return {
    fetch,
    store: (rootfs) =>
      queue.run(rootfs, async () => {
        const artifactId = await keep(rootfs)
        const directory = directoryOf(artifactId)
        const names = (await readdir(directory)).sort()
        await queue.run(artifactId, () => artifacts.store({ artifactId, kind: 'rootfs', directory, names }))
        return artifactId
      }),
    async place(artifactId, directory) {
      await linkBoth(await fetch(artifactId), fileIn(directory))
    },
    async sweep(unusedMs) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      for (const name of await readdir(root)) {
        const directory = `${root}/${name}`
        const isOlder = await isUnchanged(directory, unusedMs)
        // Each link that comes or goes changes the file.
        const isUsed = !name.startsWith(aside) && !(await isUnlinked(fileIn(directory), unusedMs))
        if (isOlder && !isUsed) await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

/** The id of the kept one that is the same file. */
async function findSame(
  root: string,
  rootfs: string,
  fileIn: (directory: string) => string,
): Promise<string | undefined> {
  const { dev, ino } = await stat(rootfs)
  for (const name of (await readdir(root)).filter((one) => !one.startsWith(aside))) {
    const kept = await stat(fileIn(`${root}/${name}`)).catch(undefinedIfMissing)
    if (kept?.ino === ino && kept.dev === dev) return name
  }
  return undefined
}

async function intoPlace(
  root: string,
  directory: string,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  const making = `${root}/${aside}${basename(directory)}-${randomUUID()}`
  await mkdir(making, { mode: 0o700 })
  try {
    await fill(making)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
  await moveIntoPlace(making, directory)
}

/** Another one of the same content may be there already, as that of the template builder is beside the node: that one stays. */
async function moveIntoPlace(making: string, directory: string): Promise<void> {
  try {
    await rename(making, directory)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

async function linkBoth(rootfs: string, path: string): Promise<void> {
  await linkOrCopy(rootfs, path)
  await linkOrCopy(pathsFileOf(rootfs), pathsFileOf(path)).catch(undefinedIfMissing)
}

/** Also true of one that is missing. */
async function isUnlinked(file: string, forMs: number): Promise<boolean> {
  const found = await stat(file).catch(undefinedIfMissing)
  return found === undefined || (found.nlink === 1 && isOlder(found, forMs))
}

async function isUnchanged(path: string, forMs: number): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing)
  return found !== undefined && isOlder(found, forMs)
}

/** The time of a file has fractions of a millisecond, and the clock has none: a file of just now is not of the future. */
function isOlder({ ctimeMs }: { readonly ctimeMs: number }, ms: number): boolean {
  return Date.now() - Math.floor(ctimeMs) >= ms
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(undefinedIfMissing)) !== undefined
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error
  return undefined
}
