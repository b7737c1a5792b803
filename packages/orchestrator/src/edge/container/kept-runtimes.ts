/**
 * The runsc binaries that made the containers and snapshots of this node. Memory can be restored only by the build that wrote
 * it, so an old build is kept under its digest as long as something references it.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '../../ports/container.ts'

const programName = 'runsc'

export function runtimesDirectory(dataDir: string): string {
  return `${dataDir}/runtimes`
}

/** Keeps the runsc that is found in these directories, which are separated by colons. */
export async function keepRuntime(
  dataDir: string,
  path: string,
  traits: { readonly runtimeVersion: string; readonly runtimeFlags: readonly string[] },
): Promise<Engine> {
  const directory = runtimesDirectory(dataDir)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const source = await findOnPath(path)
  const sha256 = (await findKept(directory, source)) ?? (await keep(directory, source))
  const program = keptProgram(dataDir, sha256)
  return { program, sha256, version: traits.runtimeVersion, flags: traits.runtimeFlags }
}

export function keptProgram(dataDir: string, sha256: string): string {
  return `${runtimesDirectory(dataDir)}/${sha256}/${programName}`
}

/** Removes unreferenced builds; resolves with their number. */
export async function dropRuntimes(dataDir: string, named: ReadonlySet<string>): Promise<number> {
  const directory = runtimesDirectory(dataDir)
  const others = (await readdir(directory)).filter((name) => !named.has(name))
  for (const name of others) await rm(`${directory}/${name}`, { recursive: true, force: true })
  return others.length
}

async function findOnPath(path: string): Promise<string> {
  for (const directory of path.split(':').filter((one) => one !== '')) {
    const file = `${directory}/${programName}`
    if (await isFile(file)) return file
  }
  throw new Error(`there is no ${programName} on the PATH`)
}

/** Finds the kept build by size and modification time, to avoid reading sixty megabytes at each start. */
async function findKept(directory: string, source: string): Promise<string | undefined> {
  const installed = await stat(source)
  for (const sha256 of (await readdir(directory)).filter((name) => !name.startsWith('.'))) {
    const found = await stat(`${directory}/${sha256}/${programName}`).catch(() => undefined)
    if (found?.size === installed.size && Math.abs(found.mtimeMs - installed.mtimeMs) < 1) return sha256
  }
  return undefined
}

async function keep(directory: string, source: string): Promise<string> {
  const sha256 = await digestOf(source)
  const aside = `${directory}/.making`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  const file = `${aside}/${programName}`
  await link(source, file).catch(() => copy(source, file))
  await rm(`${directory}/${sha256}`, { recursive: true, force: true })
  await rename(aside, `${directory}/${sha256}`)
  return sha256
}

/** Copies it to another file system. */
async function copy(source: string, file: string): Promise<void> {
  await copyFile(source, file)
  const { atime, mtime } = await stat(source)
  await utimes(file, atime, mtime)
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), digest)
  return digest.digest('hex')
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
