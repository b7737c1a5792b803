/**
 * Things that may be thrown away when room is needed: each is a directory with a `thing.json`, made aside and published by
 * one rename. When one was last used is the time of its directory.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'

const asidePrefix = '.aside-'

/** The record of the thing; undefined when there is none, or a damaged one. Counts as a use. */
export async function readThing(directory: string): Promise<unknown> {
  try {
    const record: unknown = JSON.parse(await readFile(`${directory}/thing.json`, 'utf8'))
    const now = new Date()
    await utimes(directory, now, now)
    return record
  } catch {
    // Not there, half there, or thrown away a moment ago: either way it is made anew.
    return undefined
  }
}

/** A new, empty directory beside the place of the thing. */
export async function beginThing(directory: string): Promise<string> {
  const aside = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  await mkdir(aside, { recursive: true, mode: 0o700 })
  return aside
}

/** Replaces what is there: a build that stands on it finds it again a moment later. */
export async function publishThing(aside: string, directory: string, record: unknown): Promise<void> {
  await writeFile(`${aside}/thing.json`, JSON.stringify(record), { mode: 0o600 })
  const before = `${dirname(directory)}/${asidePrefix}${randomUUID()}`
  const isReplaced = await renamed(directory, before)
  await rename(aside, directory)
  if (isReplaced) await rm(before, { recursive: true, force: true })
}

/** Says whether there was something to rename. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

export interface Thing {
  readonly directory: string
  readonly usedAtMs: number
  /** On the disk, files that have another name elsewhere not counted. */
  readonly bytes: number
}

/** Every thing two levels below the directory (by team, then by key), and every file there. */
export async function listThings(root: string): Promise<Thing[]> {
  const things: Thing[] = []
  for (const team of await namesIn(root)) {
    for (const name of await namesIn(`${root}/${team}`)) {
      const directory = `${root}/${team}/${name}`
      const found = await stat(directory).catch(() => undefined)
      if (found !== undefined)
        things.push({ directory, usedAtMs: found.mtimeMs, bytes: await bytesOf(directory) })
    }
  }
  return things
}

/** What a killed node left half made. Call it while nothing is being made. */
export async function sweepAside(root: string): Promise<void> {
  for (const team of await namesIn(root))
    for (const name of await namesIn(`${root}/${team}`))
      if (name.startsWith(asidePrefix)) await rm(`${root}/${team}/${name}`, { recursive: true, force: true })
}

async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.nlink > 1 ? 0 : found.blocks * 512
  let bytes = 0
  for (const name of await namesIn(path)) bytes += await bytesOf(`${path}/${name}`)
  return bytes
}

async function namesIn(directory: string): Promise<string[]> {
  return await readdir(directory).catch(() => [])
}
