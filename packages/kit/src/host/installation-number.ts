/**
 * Installations of one machine share its network names and addresses by number. A data directory claims the lowest free
 * number and keeps it until it is cleaned; /run is empty after a boot, as are the things that the numbers name.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { installationsMax } from '../service-users.ts'
import { isErrno } from './errno.ts'
import { mountPoints } from './mountinfo.ts'

const claimsDirectory = '/run/cay'

/** `root`: what stands before the paths of the machine, for tests. */
export async function claimInstallation(dataDir: string, root = ''): Promise<number> {
  await mkdir(`${root}${claimsDirectory}`, { recursive: true, mode: 0o755 })
  const mine = await findInstallation(dataDir, root)
  if (mine !== undefined) return mine
  for (let number = 0; number < installationsMax; number++) {
    if (await tryClaim(number, dataDir, root)) return number
  }
  throw new Error(
    `all ${installationsMax} installations that a machine can have are in use (see ${claimsDirectory})`,
  )
}

/** The number that the data directory has claimed. */
export async function findInstallation(dataDir: string, root = ''): Promise<number | undefined> {
  for (let number = 0; number < installationsMax; number++) {
    if ((await ownerOf(number, root)) === dataDir) return number
  }
  return undefined
}

/** Data directories that have claimed the other numbers of the machine whose files are below `root`. */
export async function findOtherInstallations(dataDir: string, root = ''): Promise<string[]> {
  const numbers = Array.from({ length: installationsMax }, (_, number) => number)
  const owners = await Promise.all(numbers.map((number) => ownerOf(number, root)))
  return owners
    .filter((owner) => owner !== undefined)
    .filter((owner) => owner !== dataDir && existsSync(owner))
}

export async function releaseInstallation(number: number): Promise<void> {
  await rm(claimPath(number), { force: true })
}

const claimPath = (number: number) => `${claimsDirectory}/installation-${number}`

async function ownerOf(number: number, root = ''): Promise<string | undefined> {
  try {
    return await readFile(`${root}${claimPath(number)}`, 'utf8')
  } catch {
    // Nobody has this number.
    return undefined
  }
}

/** The claims of a machine are mounted into a container, which does not see the data directories of others. */
async function areLent(): Promise<boolean> {
  return mountPoints(await readFile('/proc/self/mountinfo', 'utf8')).includes(claimsDirectory)
}

/** A link of a written file appears whole or not at all, and to one claimant only. */
async function tryClaim(number: number, dataDir: string, root: string): Promise<boolean> {
  const owner = await ownerOf(number, root)
  const path = `${root}${claimPath(number)}`
  // A data directory that was deleted without being cleaned gives its number up; the new owner sweeps what it left.
  if (owner !== undefined && !existsSync(owner) && !(await areLent())) await rm(path, { force: true })
  // Not the id of the process: containers that share the directory have the same ones.
  const aside = `${root}${claimsDirectory}/.claim-${randomUUID()}`
  await writeFile(aside, dataDir)
  try {
    await link(aside, path)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}
